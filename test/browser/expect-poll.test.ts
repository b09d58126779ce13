import { describe, expect, it } from '@jest/globals';
import { expectPoll } from './expect-poll.js';

describe('a polled expectation', () => {
  it('holds as soon as a look fits', async () => {
    const looks = ['', '', 'Week 12'];
    await expectPoll(() => Promise.resolve(looks.shift())).toMatch(/Week/);
    expect(looks).toEqual([]);
  });

  it('fails with what was seen last, at the line that expected it', async () => {
    const failure = await expectPoll(() => 'Inbox', { waitMsMax: 60 })
      .toBe('Tasks')
      .catch((error: Error) => error);
    expect(failure?.message).toMatch(/Expected.*Tasks[^]*Received.*Inbox/);
    expect(failure?.stack).toMatch(/After 60 ms still[^]*at .*expect-poll\.test\.ts/);
  });

  it('fails in time where a look never comes back, at the line that expected it', async () => {
    const failure = await expectPoll(() => new Promise(() => {}), { waitMsMax: 60 })
      .toBe('Tasks')
      .catch((error: Error) => error);
    expect(failure?.stack).toMatch(/After 60 ms still: No look came back[^]*at .*expect-poll\.test\.ts/);
  });

  it('fails where it is awaited without a matcher', async () => {
    const forgotten = async () => void (await (expectPoll(() => 'Inbox') as unknown as Promise<void>));
    await expect(forgotten()).rejects.toThrow('expects nothing without a matcher');
    const negated = async () => void (await (expectPoll(() => 'Inbox').not as unknown as Promise<void>));
    await expect(negated()).rejects.toThrow('expects nothing without a matcher');
  });
});
