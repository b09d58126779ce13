import { AGENT_STATUSES, DECISION_STATUSES, EVENT_STATES, KEY_STATES, RUN_STATUSES } from '@svc/domain';
import { codeBlocks } from '../documents/code-blocks.js';
import { read } from './source-files.js';

const PAGE = 'docs/lifecycle.md';
/** Those of which the code has a list. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  Event: EVENT_STATES,
  Run: RUN_STATUSES,
  Decision: DECISION_STATUSES,
  'Agent status': AGENT_STATUSES,
  'Agent key and API key': KEY_STATES,
};
const TRANSITION = /^ {2}(\[\*\]|\w+) --> (\[\*\]|\w+)(?:: \S.*)?$/;
const CHOICE = /^ {2}state (\w+) <<choice>>$/;

const lines = read(PAGE).split('\n');
const DIAGRAMS = codeBlocks(PAGE).map(({ line, text }) => {
  const title = lines.slice(0, line).findLast((each) => each.startsWith('## ')) ?? '';
  const [kind = '', ...steps] = text.trimEnd().split('\n');
  const transitions = steps.flatMap((step) => {
    const [, from, to] = TRANSITION.exec(step) ?? [];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
  return { title: title.slice('## '.length), kind, steps, transitions };
});

describe.each(DIAGRAMS)('the diagram of $title', ({ title, kind, steps, transitions }) => {
  it('is one of states, in the words of Mermaid', () => {
    expect(kind).toBe('stateDiagram-v2');
    expect(steps.filter((step) => !TRANSITION.test(step) && !CHOICE.test(step))).toEqual([]);
  });

  it('has the states of the code', () => {
    const drawn = new Set(transitions.flatMap(({ from, to }) => [from, to]));
    drawn.delete('[*]');
    expect([...drawn].sort()).toEqual([...(STATES[title] ?? drawn)].sort());
  });
});

it('there are diagrams of all states that the code lists', () => {
  expect(DIAGRAMS.map(({ title }) => title)).toEqual(expect.arrayContaining(Object.keys(STATES)));
});
