/** @only-in-all Of a script, and changed with it. */
import { describe, expect, it } from '@jest/globals';
import { nodeOfLine } from './node-lines.mjs';

const [major = ''] = process.versions.node.split('.');
const OWN = { accepted: major, fetched: process.versions.node };
const VARIABLE = `TEST_NODE_${major}`;

describe('the Node of a line', () => {
  it('is the one that runs already, if it is of that line', async () => {
    expect(await nodeOfLine(OWN, {})).toBe(process.execPath);
  });

  it('is the one that the environment names', async () => {
    expect(await nodeOfLine(OWN, { [VARIABLE]: process.execPath })).toBe(process.execPath);
  });

  it('is refused by name where what is named is no Node, or one of another line', async () => {
    await expect(nodeOfLine(OWN, { [VARIABLE]: '/nonexistent' })).rejects.toThrow(
      `${VARIABLE} names /nonexistent, which is no Node; Node ${major} is needed.`,
    );
    await expect(
      nodeOfLine({ accepted: '18', fetched: '18.20.8' }, { TEST_NODE_18: process.execPath }),
    ).rejects.toThrow(`which is Node ${process.versions.node}; Node 18 is needed.`);
  });
});
