import { describe, expect, it } from '@jest/globals';
import type { WebSocket } from 'ws';
import { ClientAudience } from './client-audience.js';
import type { Listener } from './client-audience.js';

const OPEN = 1;
const CLOSING = 2;

function listener(userId: string, socket: { bufferedAmount?: number; readyState?: number } = {}) {
  const sent: string[] = [];
  const fake = {
    OPEN,
    readyState: OPEN,
    bufferedAmount: 0,
    send: (text: string) => sent.push(text),
    ...socket,
  };
  const made: Listener = { userId, sessionId: `ses_${userId}`, socket: fake as unknown as WebSocket };
  return { listener: made, sent };
}

const HINT = { type: 'run', user_id: 'usr_1', agent_id: 'agt_1', run_id: 'run_1' } as const;

describe('what a user is told', () => {
  it('names neither the user nor anything that the hint does not', () => {
    const audience = new ClientAudience();
    const one = listener('usr_1');
    audience.add(one.listener);
    audience.tell(HINT, 100, () => undefined);
    expect(one.sent).toEqual(['{"type":"run","agent_id":"agt_1","run_id":"run_1"}']);
  });

  it('does not pile up for a socket that does not read, nor hold up the others', () => {
    const audience = new ClientAudience();
    const [slow, quick] = [listener('usr_1', { bufferedAmount: 101 }), listener('usr_1')];
    audience.add(slow.listener);
    audience.add(quick.listener);
    const dropped: Listener[] = [];
    audience.tell(HINT, 100, (one) => {
      dropped.push(one);
      audience.remove(one);
    });
    expect(dropped).toEqual([slow.listener]);
    expect(slow.sent).toEqual([]);
    expect(quick.sent).toHaveLength(1);
  });

  it('is not sent to a socket that is closing', () => {
    const audience = new ClientAudience();
    const closing = listener('usr_1', { readyState: CLOSING });
    audience.add(closing.listener);
    audience.tell(HINT, 100, () => undefined);
    expect(closing.sent).toEqual([]);
    expect(audience.openOf('usr_1')).toEqual([]);
  });
});

describe('a user whose last socket is gone', () => {
  it('leaves nothing behind', () => {
    const audience = new ClientAudience();
    const one = listener('usr_1');
    audience.add(one.listener);
    expect(audience.sessionIds()).toEqual(['ses_usr_1']);
    audience.remove(one.listener);
    audience.remove(one.listener);
    expect(audience.sessionIds()).toEqual([]);
    expect([...audience.all()]).toEqual([]);
  });
});
