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
    const { tasks, index, task, said, isBusy } = drill;
    const head = make('h2', {}, `${index + 1}/${tasks.length} `, make('span', { textContent: tasks[index].title }));
    const parts = [head, make('p', { className: 'task', textContent: task })];
    if (isBusy) parts.push(make('p', { className: 'said', textContent: t('thinking_over') }));
    if (said) parts.push(make('p', { className: `said ${said.tone}`, textContent: said.text }));
    if (drill.tally) parts.push(make('p', { className: 'tally', textContent: drill.tally }));
    if (tasks.length > 1) parts.push(list(drill));
    patch(box, parts);
    if (said && said.text !== answered) speak(said.text);
    answered = said?.text ?? '';
    return null;
}

// The tasks with their results; another one is chosen here.
function list({ tasks, index }) {
    const entry = ({ title, mark }, at) => {
        const name = `${at + 1}. ${title}${mark ? ` (${t(`mark_${mark}`)})` : ''}`;
        const chosen = at === index ? { 'aria-current': 'step' } : {};
        return make('button', { type: 'button', className: `mark ${mark ?? ''}`, title: name, 'aria-label': name, 'data-task': at, textContent: MARKS[mark] ?? at + 1, onclick: () => act('task', { index: at }), ...chosen });
    };
    return make('div', { className: 'tasks', role: 'group', 'aria-label': t('tasks') }, ...tasks.map(entry));
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
