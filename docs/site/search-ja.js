// The index of mdBook splits texts at blanks, and so finds no Japanese word within a sentence. Terms with such letters are looked for
// as they stand, all of them on a page.
const load = elasticlunr.Index.load.bind(elasticlunr.Index);
elasticlunr.Index.load = (config) => {
    const index = load(config);
    const search = index.search.bind(index);
    index.search = (text, options) => (/[^\x00-\x7f]/.test(text) ? scan(Object.values(index.documentStore.docs), text) : search(text, options));
    return index;
};

function scan(docs, text) {
    const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
    const has = (field, term) => field.toLowerCase().includes(term);
    const found = docs.filter(({ title, body }) => terms.every((term) => has(title, term) || has(body, term)));
    const score = ({ title, body }) => terms.reduce((sum, term) => sum + (has(title, term) ? 100 : 0) + body.toLowerCase().split(term).length, 0);
    return found.map((doc) => ({ ref: doc.id, doc: { ...doc, body: excerpt(doc.body, terms[0]) }, score: score(doc) })).sort((a, b) => b.score - a.score);
}

// The text around the first occurrence of a term, which stands between blanks so that mdBook marks it.
function excerpt(body, term) {
    const at = Math.max(body.toLowerCase().indexOf(term), 0);
    const [before, after] = [body.slice(Math.max(at - 40, 0), at), body.slice(at + term.length, at + 80)];
    return `${before} ${body.slice(at, at + term.length)} ${after}`;
}
