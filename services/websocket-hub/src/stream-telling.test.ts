import { describe, expect, it } from '@jest/globals';
import type { WebSocket } from 'ws';
import { ClientAudience } from './client-audience.js';
import { StreamTelling } from './stream-telling.js';

const OPEN = 1;

function setUp(sockets: Record<string, { bufferedAmount?: number; readyState?: number }>) {
  const audience = new ClientAudience();
  const sent: Record<string, string[]> = {};
  for (const [name, given] of Object.entries(sockets)) {
    const texts = (sent[name] = []) as string[];
    const send = (text: string) => texts.push(text);
    const fake = { OPEN, readyState: OPEN, bufferedAmount: 0, send, ...given };
    audience.add({ userId: 'usr_1', sessionId: name, socket: fake as unknown as WebSocket });
  }
  return { telling: new StreamTelling(audience, 100), sent };
}

const piece = (at: number, user = 'usr_1') => ({
  ...{ user_id: user, agent_id: 'agt_1', conversation_id: 'conv_1', message_id: 'msg_1' },
  ...{ at, text: 'x' },
});

describe('text that grows', () => {
  it('is told to all sockets of its user that read, and without the user', () => {
    const { telling, sent } = setUp({ one: {}, slow: { bufferedAmount: 101 }, closing: { readyState: 2 } });
    telling.tell([piece(0), piece(0, 'usr_2')]);
    const frame =
      '{"type":"stream","agent_id":"agt_1","conversation_id":"conv_1","message_id":"msg_1","at":0,"text":"x"}';
    expect(sent).toEqual({ one: [frame], slow: [], closing: [] });
  });

  it('lets other work have its turn, keeps its order, and has a bound', async () => {
    const { telling, sent } = setUp({ one: {} });
    telling.tell(Array.from({ length: 9_999 }, (_, at) => piece(at)));
    expect(sent['one']).toHaveLength(32);
    telling.tell(Array.from({ length: 100 }, (_, index) => piece(9_999 + index)));
    const { text: _text, at: _at, ...ids } = piece(0);
    telling.tell([{ ...ids, end: 'stored' }]);
    while ((sent['one']?.length ?? 0) < 10_033) await new Promise((resolve) => setImmediate(resolve));
    const frames = (sent['one'] ?? []).map((frame) => JSON.parse(frame) as { at?: number; end?: string });
    expect(frames.at(-1)?.end).toBe('stored');
    expect(frames.slice(0, -1).map(({ at }) => at)).toEqual(Array.from({ length: 10_032 }, (_, at) => at));
  });
});
