import type { WebSocket } from 'ws';
import { ClientAudience } from './client-audience.js';
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
  return { audience, sent };
}

const SOCKETS = { quick: {}, slow: { bufferedAmount: 101 }, closing: { readyState: 2 } };

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

it('text that grows is told to all sockets of its user that read, and without the user', () => {
  const { audience, sent } = audienceOf(SOCKETS);
  const ids = { agent_id: 'agt_1', conversation_id: 'conv_1', message_id: 'msg_1' };
  const part = { ...ids, at: 0, text: 'x' };
  audience.tellStreams(
    [
      { ...part, user_id: 'usr_1' },
      { ...part, user_id: 'usr_2' },
    ],
    100,
  );
  expect(sent).toEqual({ quick: [JSON.stringify({ type: 'stream', ...part })], slow: [], closing: [] });
});
