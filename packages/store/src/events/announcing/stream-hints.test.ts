import { jest } from '@jest/globals';
import { validateClientHint } from '@svc/proto-events';
import type { StreamsHint } from '@svc/proto-events';
import { StreamHints } from './stream-hints.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** @param confirmed when the broker has confirmed what was sent. */
function setUp(confirmed = (): Promise<void> => Promise.resolve()) {
  const sent: StreamsHint[] = [];
  const hints = new StreamHints((hint) => {
    sent.push(hint);
    return confirmed();
  });
  return { sent, hints };
}

const ids = { user_id: 'usr_1', agent_id: 'agt_1', conversation_id: 'conv_1' };
const piece = (message_id: string, at: number, text: string) => ({ ...ids, message_id, at, text });
const ended = (message_id: string) => ({ ...ids, message_id, end: 'stored' as const });

describe('text that grows', () => {
  it('of all messages goes in one hint, some time after the first of it', () => {
    const { hints, sent } = setUp();
    hints.grew(piece('msg_1', 0, 'One '));
    hints.grew(piece('msg_2', 0, 'Other'));
    hints.grew(piece('msg_1', 4, 'two'));
    hints.ended(ended('msg_2'));
    expect(sent).toEqual([]);
    jest.advanceTimersByTime(50);
    const parts = [piece('msg_1', 0, 'One two'), piece('msg_2', 0, 'Other'), ended('msg_2')];
    expect(sent).toEqual([{ type: 'streams', parts }]);
    expect(validateClientHint(sent[0])).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
    hints.grew(piece('msg_1', 7, '!'));
    jest.advanceTimersByTime(50);
    expect(sent[1]?.parts).toEqual([piece('msg_1', 7, '!')]);
  });

  it('that is much is divided into several hints', () => {
    const { hints, sent } = setUp();
    for (const message of ['msg_1', 'msg_2', 'msg_3']) hints.grew(piece(message, 0, 'x'.repeat(40 * 1024)));
    jest.advanceTimersByTime(50);
    expect(sent.map(({ parts }) => parts.length)).toEqual([2, 1]);
  });

  it('waits while the broker confirms nothing, and beyond a bound it is dropped', async () => {
    const confirmations: (() => void)[] = [];
    const { hints, sent } = setUp(() => new Promise((resolve) => confirmations.push(resolve)));
    for (let n = 0; n < 4; n += 1) {
      hints.grew(piece('msg_1', n, 'x'));
      jest.advanceTimersByTime(50);
    }
    const much = 'x'.repeat(1024 * 1024 - 4);
    hints.grew(piece('msg_1', 4, much));
    hints.grew(piece('msg_1', 4 + much.length, 'dropped'));
    hints.grew(piece('msg_2', 0, 'x'));
    jest.advanceTimersByTime(500);
    expect(sent).toHaveLength(4);
    for (const confirm of confirmations) confirm();
    await Promise.resolve();
    jest.advanceTimersByTime(50);
    expect(sent.slice(4).flatMap(({ parts }) => parts)).toEqual([
      piece('msg_1', 4, much),
      piece('msg_2', 0, 'x'),
    ]);
    // What comes after a gap stands at its own place.
    hints.grew(piece('msg_1', 20 + much.length, 'after'));
    jest.advanceTimersByTime(50);
    expect(sent.at(-1)?.parts).toEqual([piece('msg_1', 20 + much.length, 'after')]);
  });

  it('that waits is sent when the process drains, and what comes later at once', () => {
    const { hints, sent } = setUp();
    hints.grew(piece('msg_1', 0, 'x'));
    hints.close();
    hints.ended(ended('msg_1'));
    expect(sent.map(({ parts }) => parts)).toEqual([[piece('msg_1', 0, 'x')], [ended('msg_1')]]);
  });
});
