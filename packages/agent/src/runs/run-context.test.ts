import type { ContextBlock } from '../contract.js';
import { RunContext } from './run-context.js';

/** A scratchpad as the service keeps it, and how another attempt finds it. */
function scratchpad() {
  const texts: string[] = [];
  const attempt = (): RunContext =>
    new RunContext({
      read: async () => ({ blocks: texts.map((text, id): ContextBlock => ({ id, text, created_at: '' })) }),
      append: async (text) => void texts.push(text),
    });
  return { texts, attempt };
}

const again = (): never => {
  throw new Error('The step is done again');
};

describe('the result of a step', () => {
  it.each([undefined, { a: [1, 2.5, true] }, 'x'.repeat(100_000), '"\\'.repeat(50_000), '😀'.repeat(70_000)])(
    'comes back to another attempt, however long it is',
    async (value) => {
      const { texts, attempt } = scratchpad();
      texts.push('a note', '{"once":not json');
      await attempt().once('step', () => value);
      expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(65_536);
      expect(await attempt().once<unknown>('step', again)).toEqual(value);
    },
  );

  it('counts only when it is whole', async () => {
    const { texts, attempt } = scratchpad();
    await attempt().once('step', () => 'x'.repeat(100_000));
    const last = texts.pop() ?? '';
    await attempt().once('step', () => 'y'.repeat(100_000));
    texts.push(last);
    expect(await attempt().once('step', again)).toBe('y'.repeat(100_000));
  });

  it('is refused if it is larger than a run can keep', async () => {
    const { texts, attempt } = scratchpad();
    const result = attempt().once('step', () => 'x'.repeat(5_000_000));
    await expect(result).rejects.toMatchObject({ code: 'too_much' });
    expect(texts).toEqual([]);
  });
});
