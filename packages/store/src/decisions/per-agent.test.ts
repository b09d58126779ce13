import { describe, expect, it } from '@jest/globals';
import { PerAgent } from './per-agent.js';

describe('work per agent', () => {
  it('is done one after another for one agent, side by side for several, and goes on after a failure', async () => {
    const perAgent = new PerAgent();
    const log: string[] = [];
    let finish = () => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    const first = perAgent.run('a', async () => {
      log.push('a1');
      await held;
      throw new Error('failed');
    });
    const second = perAgent.run('a', async () => log.push('a2'));
    await perAgent.run('b', async () => log.push('b1'));
    expect(log).toEqual(['a1', 'b1']);
    finish();
    await expect(first).rejects.toThrow('failed');
    await second;
    expect(log).toEqual(['a1', 'b1', 'a2']);
  });
});
