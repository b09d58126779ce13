import { createLogger } from '@svc/runtime';
import { createStepLoop } from './step-loop.js';

/**
 * Runs a loop on a clock of its own, on which each step takes 40 ms, for so many milliseconds.
 * `answers` are those of each step, in turn; pauses end after `pauseMsMax`.
 */
async function loopFor(
  durationMs: number,
  answers: Record<string, (number | null | Error)[]>,
  { rests = 0, pauseMsMax = Infinity } = {},
) {
  const ran: string[] = [];
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  let nowMs = 0;
  let onOver = () => {};
  const over = new Promise<void>((resolve) => (onOver = resolve));
  const loop = createStepLoop({
    name: 'test',
    rests,
    steps: Object.entries(answers).map(([name, its]) => ({
      name,
      intervalMs: 1_000,
      async run() {
        ran.push(`${name} ${nowMs}`);
        nowMs += 40;
        const answer = its.shift() ?? null;
        if (answer instanceof Error) throw answer;
        return answer;
      },
    })),
    logger: createLogger({ service: 'test', level: 'info', destination }),
    monotonicMs: () => nowMs,
    random: () => 0.5,
    async sleep(pauseMs, signal) {
      nowMs += Math.min(pauseMs, pauseMsMax);
      if (nowMs < durationMs) return;
      onOver();
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    },
  });
  await loop.start();
  await over;
  await loop.stop();
  return { ran, lines };
}

describe('a loop of steps', () => {
  it('runs those with more to do in turn at once, and looks after the others at their intervals', async () => {
    const { ran } = await loopFor(1_200, { much: [0, 0, null], little: [null], later: [300] });
    const inTurn = ['much 0', 'little 40', 'later 80', 'much 120', 'much 160'];
    expect(ran).toEqual([...inTurn, 'later 420', 'little 1080']);
  });

  it('looks after all of them when a pause was cut short', async () => {
    const { ran } = await loopFor(300, { one: [null], other: [300] }, { pauseMsMax: 100 });
    expect(ran).toEqual(['one 0', 'other 40', 'one 180', 'other 220']);
  });

  it('lets a step with more to do rest as many times as long as it took', async () => {
    const { ran } = await loopFor(500, { much: [0, 0, 0] }, { rests: 2 });
    expect(ran).toEqual(['much 0', 'much 120', 'much 240', 'much 360']);
  });

  it('goes on with the others when one fails, and tries it again after its interval', async () => {
    const { ran, lines } = await loopFor(1_100, { bad: [new Error('no')], good: [0, null] });
    expect(ran).toEqual(['bad 0', 'good 40', 'good 80', 'bad 1040']);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'error', step: 'bad', err: { message: 'no' } });
  });
});
