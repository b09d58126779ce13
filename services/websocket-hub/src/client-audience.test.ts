import { describe, expect, it } from '@jest/globals';
import type { WebSocket } from 'ws';
import { ClientAudience, StreamTelling } from './client-audience.js';
import type { Listener } from './client-audience.js';

const OPEN = 1;

/** Sockets of one user, by name, and what each was sent. */
function audienceOf(sockets: Record<string, { bufferedAmount?: number; readyState?: number }>) {
  const audience = new ClientAudience();
  const sent: Record<string, string[]> = {};
  for (const [name, given] of Object.entries(sockets)) {
    const texts: string[] = (sent[name] = []);
    const send = (text: string) => texts.push(text);
    const socket = { OPEN, readyState: OPEN, bufferedAmount: 0, send, ...given };
    audience.add({ userId: 'usr_1', sessionId: name, socket: socket as unknown as WebSocket });
  }
  return { audience, sent, telling: new StreamTelling(audience, 100) };
}

const SOCKETS = { quick: {}, slow: { bufferedAmount: 101 }, closing: { readyState: 2 } };

const piece = (at: number, user = 'usr_1') => ({
  ...{ user_id: user, agent_id: 'agt_1', conversation_id: 'conv_1', message_id: 'msg_1' },
  ...{ at, text: 'x' },
});

it('a change does not pile up for a socket that does not read, is not sent to one that closes, and holds up no other', () => {
  const { audience, sent } = audienceOf(SOCKETS);
  const dropped: Listener[] = [];
  audience.tell({ type: 'run', user_id: 'usr_1', agent_id: 'agt_1', run_id: 'run_1' }, 100, (one) => {
    dropped.push(one);
    audience.remove(one);
  });
  expect(dropped.map(({ sessionId }) => sessionId)).toEqual(['slow']);
  const frame = '{"type":"run","agent_id":"agt_1","run_id":"run_1"}';
  expect(sent).toEqual({ quick: [frame], slow: [], closing: [] });
});

it('a user whose last socket is gone leaves nothing behind', () => {
  const { audience } = audienceOf({ one: {} });
  const [one] = [...audience.all()];
  for (let times = 0; times < 2; times += 1) audience.remove(one!);
  expect([audience.has('usr_1'), audience.sessionIds(), [...audience.all()]]).toEqual([false, [], []]);
});

describe('text that grows', () => {
  it('is told to all sockets of its user that read, and without the user', () => {
    const { telling, sent } = audienceOf(SOCKETS);
    telling.tell([piece(0), piece(0, 'usr_2')]);
    const frame =
      '{"type":"stream","agent_id":"agt_1","conversation_id":"conv_1","message_id":"msg_1","at":0,"text":"x"}';
    expect(sent).toEqual({ quick: [frame], slow: [], closing: [] });
  });

  it('lets other work have its turn, keeps its order, and has a bound', async () => {
    const { telling, sent } = audienceOf({ one: {} });
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
