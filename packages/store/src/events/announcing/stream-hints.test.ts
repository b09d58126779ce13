import { describe, expect, it } from '@jest/globals';
import { validateClientHint } from '@svc/proto-events';
import type { StreamsHint } from '@svc/proto-events';
import { ManualTiming } from './manual-timing.suite.js';
import { StreamHints } from './stream-hints.js';
import type { StreamHintsOptions } from './stream-hints.js';

function setUp(options: Partial<StreamHintsOptions> = {}) {
  const timing = new ManualTiming();
  const sent: StreamsHint[] = [];
  const hints = new StreamHints({
    publish: async (hint) => void sent.push(hint),
    timing,
    ...options,
  });
  return { timing, sent, hints };
}

const ids = { user_id: 'usr_1', agent_id: 'agt_1', conversation_id: 'conv_1' };
const piece = (message_id: string, at: number, text: string) => ({ ...ids, message_id, at, text });
const ended = (message_id: string) => ({ ...ids, message_id, end: 'stored' as const });

describe('text that grows', () => {
  it('of all messages goes in one hint, some time after the first of it', () => {
    const { hints, timing, sent } = setUp();
    hints.grew(piece('msg_1', 0, 'One '));
    hints.grew(piece('msg_2', 0, 'Other'));
    hints.grew(piece('msg_1', 4, 'two'));
    hints.ended(ended('msg_2'));
    expect(sent).toEqual([]);
    timing.pass(50);
    const parts = [piece('msg_1', 0, 'One two'), piece('msg_2', 0, 'Other'), ended('msg_2')];
    expect(sent).toEqual([{ type: 'streams', parts }]);
    expect(validateClientHint(sent[0])).toBe(true);
    expect(timing.callCount).toBe(0);
    hints.grew(piece('msg_1', 7, '!'));
    timing.pass(50);
    expect(sent[1]?.parts).toEqual([piece('msg_1', 7, '!')]);
  });

  it('that is much is divided into several hints', () => {
    const { hints, timing, sent } = setUp({ hintTextMax: 10 });
    for (const message of ['msg_1', 'msg_2', 'msg_3']) hints.grew(piece(message, 0, 'x'.repeat(6)));
    timing.pass(50);
    expect(sent.map(({ parts }) => parts.length)).toEqual([2, 1]);
  });

  it('waits while the broker confirms nothing, and beyond a bound it is dropped', async () => {
    let confirm = (): void => {};
    let isSilent = true;
    const sent: StreamsHint[] = [];
    const { hints, timing } = setUp({
      publish: (hint) => {
        sent.push(hint);
        return isSilent ? new Promise((resolve) => (confirm = resolve)) : Promise.resolve();
      },
      ...{ underWayMax: 1, waitingTextMax: 10 },
    });
    hints.grew(piece('msg_1', 0, 'first'));
    timing.pass(50);
    hints.grew(piece('msg_1', 5, '12345678'));
    hints.grew(piece('msg_1', 13, 'dropped'));
    hints.grew(piece('msg_2', 0, 'x'));
    timing.pass(500);
    expect(sent).toHaveLength(1);
    isSilent = false;
    confirm();
    await Promise.resolve();
    timing.pass(50);
    expect(sent[1]?.parts).toEqual([piece('msg_1', 5, '12345678'), piece('msg_2', 0, 'x')]);
    await Promise.resolve();
    // What comes after a gap stands at its own place.
    hints.grew(piece('msg_1', 20, 'after'));
    timing.pass(50);
    expect(sent[2]?.parts).toEqual([piece('msg_1', 20, 'after')]);
  });

  it('that waits is sent when the process drains, and what comes later at once', () => {
    const { hints, sent } = setUp();
    hints.grew(piece('msg_1', 0, 'x'));
    hints.close();
    hints.ended(ended('msg_1'));
    expect(sent.map(({ parts }) => parts)).toEqual([[piece('msg_1', 0, 'x')], [ended('msg_1')]]);
  });
});
