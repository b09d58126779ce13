import { describe, expect, it } from '@jest/globals';
import { Output } from './output.js';
import type { TextStream } from './output.js';

const AGENTS = [
  { id: 'agt_1', name: 'Mailbox' },
  { id: 'agt_2', name: '日本語\u001b[2J with a very long name that no narrow terminal has room for' },
];

class Written implements TextStream {
  text = '';
  isTTY = false;
  columns = 40;
  write(text: string): boolean {
    this.text += text;
    return true;
  }
  once(): void {}
}

describe('a list', () => {
  it('is a table with a head on a terminal, within its width', () => {
    const { stdout } = written({ isTTY: true, isColourless: true });
    expect(stdout.text.split('\n')).toEqual([
      'ID     NAME',
      'agt_1  Mailbox',
      'agt_2  日本語 with a very long name tha…',
      '',
    ]);
  });

  it('has colours on a terminal alone, and only if they are wanted', () => {
    expect(written({ isTTY: true, isColourless: false }).stdout.text).toContain('\u001b[2mID');
    expect(written({ isTTY: false, isColourless: false }).stdout.text).not.toContain('\u001b');
  });
});

function written({ isTTY = false, isColourless = false }) {
  const stdout = Object.assign(new Written(), { isTTY });
  const output = new Output({ stdout, stderr: new Written(), isJson: false, isColourless });
  output.records(
    AGENTS,
    [
      ['id', ({ id }) => id],
      ['name', ({ name }) => name],
    ],
    'None.',
  );
  return { stdout, output };
}
