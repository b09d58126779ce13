import { Signal } from '@svc/testkit';
import { useHub } from './hub.suite.js';
import type { Replaced } from './hub.suite.js';

const bench = useHub();

/** The database answers some further queries, which gives the hub time to do what it should not. */
async function someQueriesLater(): Promise<void> {
  for (let queries = 0; queries < 20; queries += 1) await bench.store.ping();
}

describe('when a socket closes', () => {
  it('the agent’s other socket claims once, not without end', async () => {
    const { websocket } = bench.store.channels;
    let claims = 0;
    const claim: typeof websocket.claim = (asked) => {
      claims += 1;
      return websocket.claim(asked);
    };
    const { hub, agent, socket: older } = await bench.startConnected({}, { websocket: { claim } });
    const newer = await hub.connect(agent);
    await bench.delivered(await bench.send(agent, 'one'));
    await newer.close();
    await someQueriesLater();
    expect(claims).toBeLessThanOrEqual(4);
    await bench.send(agent, 'two');
    await older.frames.atLeast(2);
    expect(older.texts).toEqual(['two']);
  });

  it('its session is gone in the end, however long the database was away', async () => {
    const refused = new Signal<string>();
    const presence: Replaced['presence'] = {
      async disconnect(sessionId) {
        if (refused.items.length >= 4) return bench.store.presence.disconnect(sessionId);
        refused.push(sessionId);
        throw new Error('The database is away');
      },
    };
    const { agent, socket } = await bench.startConnected({}, { presence });
    socket.socket.close();
    await refused.atLeast(4);
    await bench.offline(agent);
  });
});

describe('when authentication fails half-way', () => {
  it('no session is left behind, though the database had taken it', async () => {
    const presence: Replaced['presence'] = {
      async connect(session) {
        await bench.store.presence.connect(session);
        throw new Error('The answer was lost');
      },
    };
    const { agent, socket } = await bench.startConnected({}, { presence });
    expect((await socket.closed()).code).toBe(1011);
    await bench.offline(agent);
  });

  it('because the socket closed meanwhile, no session is left behind either', async () => {
    const connecting = new Signal<string>();
    const closed = new Signal<true>();
    const removed = new Signal<string>();
    const presence: Replaced['presence'] = {
      async connect(session) {
        await bench.store.presence.connect(session);
        connecting.push(session.sessionId);
        await closed.atLeast(1);
      },
      async disconnect(sessionId) {
        removed.push(sessionId);
        if (removed.items.length === 1) throw new Error('The database is away');
        return bench.store.presence.disconnect(sessionId);
      },
    };
    const hub = await bench.startHub({}, { presence });
    const agent = await bench.addAgent();
    const socket = hub.open(agent);
    void socket.tryAuth(agent);
    await connecting.atLeast(1);
    socket.socket.terminate();
    await socket.closed();
    closed.push(true);
    await bench.offline(agent);
  });
});
