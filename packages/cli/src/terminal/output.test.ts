import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { Output } from './output.js';

const AGENTS = [
  { id: 'agt_1', name: '日本語\u001b[2J', kind: 'interactive' },
  { id: 'agt_2', name: 'Mailbox', kind: 'approval-only' },
];

it('a list is a table on a terminal, with a head in another colour', () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, getColorDepth: () => 8 });
  const stdout = terminal as unknown as NodeJS.WriteStream;
  new Output({ stdout, stderr: stdout, isJson: false }).records(
    AGENTS,
    [
      ['id', ({ id }) => id],
      ['name', ({ name }) => name],
      ['kind', ({ kind }) => kind],
    ],
    'None.',
  );
  const text = String(terminal.read());
  expect(text).toContain('\u001b[2mID');
  expect(text).not.toContain('\u001b[2J');
  expect(stripVTControlCharacters(text).split('\n')).toEqual([
    'ID     NAME     KIND',
    'agt_1  日本語   interactive',
    'agt_2  Mailbox  approval-only',
    '',
  ]);
});
