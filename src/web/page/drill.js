// Tasks on the board: exercises, problems and lessons.

import { act } from './program.js';
import { $, button, make, patch, speak, t } from './text.js';

const MARKS = { 'at-once': '✓', 'with-help': '(✓)', left: '–', unfit: '×' };

let state = null;
let answered = '';

// Shows the tasks beside the board, with the answer to the last try.
export function show(next) {
    state = next;
    const box = $('drill');
    const { drill } = state;
    box.hidden = !drill;
    if (!drill) return box.replaceChildren();
    const { tasks, first, count, index, task, said, isBusy } = drill;
    const head = make('h2', {}, `${index + 1}/${count} `, make('span', { textContent: tasks[index - first].title }));
    const parts = [head, make('p', { className: 'task', textContent: task })];
    if (drill.moves) parts.push(make('p', { className: 'moves', textContent: drill.moves }));
    if (isBusy) parts.push(make('p', { className: 'said', textContent: t('thinking_over') }));
    if (said) parts.push(make('p', { className: `said ${said.tone}`, textContent: said.text }));
    if (drill.tally) parts.push(make('p', { className: 'tally', textContent: drill.tally }));
    if (count > 1) parts.push(list(drill));
    const isInList = Boolean(document.activeElement?.closest('.tasks'));
    patch(box, parts);
    const current = box.querySelector('.tasks [aria-current]');
    if (current) current.parentElement.scrollTop = current.offsetTop - current.parentElement.offsetTop - current.parentElement.clientHeight / 2;
    if (isInList) current?.focus({ preventScroll: true });
    if (said && said.text !== answered) speak(said.text);
    answered = said?.text ?? '';
    return null;
}

// The tasks with their results; another one is chosen here. Of many there are those about the one on the board, with ways to the
// others.
function list({ tasks, first, count, index }) {
    const entry = ({ title, mark }, offset) => {
        const at = first + offset;
        const name = `${at + 1}. ${title}${mark ? ` (${t(`mark_${mark}`)})` : ''}`;
        const chosen = at === index ? { 'aria-current': 'step' } : {};
        return make('button', { type: 'button', className: `mark ${mark ?? ''}`, title: name, 'aria-label': name, 'data-task': at, textContent: MARKS[mark] ?? at + 1, onclick: () => act('task', { index: at }), ...chosen });
    };
    const others = (key, sign, to) => make('button', { type: 'button', title: t(key), 'aria-label': t(key), 'data-task': to, textContent: sign, onclick: () => act('task', { index: to }) });
    const end = first + tasks.length;
    const before = first > 0 ? [others('tasks_before', '«', first - 1)] : [];
    const behind = end < count ? [others('tasks_behind', '»', end)] : [];
    return make('div', { className: 'tasks', role: 'group', 'aria-label': t('tasks') }, ...before, ...tasks.map(entry), ...behind);
}

// A button may outlive the state in which it was made.
const wish = (name) => () => act(name, { turn: state.turn });

// What a person can do at the task.
export function actions({ drill, can }) {
    const next = drill.isDone ? 'next_task' : 'skip';
    return [
        button('try_again', 'back', wish('again'), { disabled: !drill.isElsewhere && !drill.isDone }),
        ...(can.takeBack ? [button('take_back', 'back', wish('take-back'))] : []),
        button('hint', 'hint', wish('hint'), { disabled: !can.hint }),
        button('solution', 'declare', wish('solution'), { disabled: !can.hint }),
        button(next, 'next', wish('next'), { disabled: !drill.hasNext || drill.isBusy }),
        button('leave', 'game', () => act('leave')),
    ];
}
