import type { ClaimedForSocket, SocketClaim } from '@svc/store';
import { createLogger } from '@svc/runtime';
import { Signal } from '@svc/testkit';
import { Claims } from './claims.js';
import type { ClaimsContext } from './claims.js';

const NOTHING: ClaimedForSocket = { events: [], upTo: 0, isWhole: true };

type TestSession = ReturnType<typeof sessionOf>;

function sessionOf(agentId: string) {
  const taken = new Signal<ClaimedForSocket | null>();
  const take = (claimed: ClaimedForSocket | null) => taken.push(claimed);
  const state = { cursor: 7, isBehind: false, capacity: 3, isResumeDue: () => false };
  return { id: `ses_${agentId}`, agentId, ...state, taken, take };
}

const nothingOf = async (claims: readonly SocketClaim[]) =>
  new Map(claims.map(({ sessionId }) => [sessionId, NOTHING]));

/** @param answer what the database answers to a claim. Default: nothing is open. */
function setUp(sessions: TestSession[], answer = nothingOf) {
  const hub = { isCertain: true, resumed: [] as string[] };
  const statements = new Signal<readonly SocketClaim[]>();
  const websocket = {
    claim(claims: readonly SocketClaim[]) {
      statements.push(claims);
      return answer(claims);
    },
    behind: async () => [],
    async resumeRuns(agentId: string) {
      hub.resumed.push(agentId);
    },
  };
  const claims = new Claims({
    store: { channels: { websocket } } as unknown as ClaimsContext['store'],
    sessions: {
      all: () => sessions.values(),
      newestOf: (agentId: string) => sessions.findLast((session) => session.agentId === agentId),
    },
    logger: createLogger({ service: 'test', level: 'silent' }),
    isCertain: () => hub.isCertain,
  });
  return { claims, hub, statements };
}

describe('sessions that want their events', () => {
  it('get them by one statement, each above its cursor and as many as it has capacity for', async () => {
    const sessions = [sessionOf('a'), sessionOf('b')];
    const { claims, statements } = setUp(sessions);
    for (const session of [...sessions, ...sessions]) claims.want(session);
    for (const { taken } of sessions) expect(await taken.atLeast(1)).toEqual([NOTHING]);
    const claimOf = (id: string) => ({ sessionId: `ses_${id}`, agentId: id, after: 7, limit: 3 });
    expect(statements.items).toEqual([[claimOf('a'), claimOf('b')]]);
  });

  it('claim again after the claim that is under way, not beside it', async () => {
    const session = sessionOf('a');
    const answers = new Signal<() => void>();
    const { claims, statements } = setUp([session], async (asked) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return nothingOf(asked);
    });
    claims.want(session);
    const [first] = await answers.atLeast(1);
    claims.want(session);
    await new Promise((resolve) => setImmediate(resolve));
    expect(statements.items).toHaveLength(1);
    first?.();
    (await answers.atLeast(2))[1]?.();
    await session.taken.atLeast(2);
    expect(statements.items).toHaveLength(2);
  });

  it('are asked for no more once they have no capacity', async () => {
    const [full, other] = [sessionOf('full'), sessionOf('other')];
    const { claims, statements } = setUp([full, other]);
    full.capacity = 0;
    for (const session of [full, other]) claims.want(session);
    await other.taken.atLeast(1);
    expect(statements.items).toMatchObject([[{ agentId: 'other' }]]);
  });
});

describe('a look', () => {
  it('offers the runs again that agents have left, of those for which it is time, and of at most 100', async () => {
    const sessions = Array.from({ length: 102 }, (_, index) => sessionOf(`agt_${index}`));
    for (const session of sessions.slice(1)) {
      let isDue = true;
      session.isResumeDue = () => isDue && !(isDue = false);
    }
    const { claims, hub } = setUp(sessions);
    await claims.look();
    expect(hub.resumed).toEqual(sessions.slice(1, 101).map(({ agentId }) => agentId));
    await claims.look();
    expect(hub.resumed.slice(100)).toEqual(['agt_101']);
  });

  it('passes over sessions that have no capacity, and those that are not their agent’s newest', async () => {
    const [full, older, newer] = [sessionOf('full'), sessionOf('two'), sessionOf('two')];
    full.capacity = 0;
    for (const session of [full, older, newer]) session.isBehind = true;
    const { claims } = setUp([full, older, newer]);
    await claims.look();
    await newer.taken.atLeast(1);
    expect([full, older].map(({ taken }) => taken.items)).toEqual([[], []]);
  });

  it('comes back to what was claimed while the hub was not certain of its slot', async () => {
    const session = sessionOf('a');
    session.isBehind = true;
    const { claims, hub, statements } = setUp([session], async (asked) => {
      hub.isCertain = statements.items.length > 1;
      return nothingOf(asked);
    });
    claims.want(session);
    await statements.atLeast(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(session.taken.items).toEqual([]);
    await claims.look();
    await session.taken.atLeast(1);
  });

  it('comes back to a claim that the database did not answer', async () => {
    const session = sessionOf('a');
    session.isBehind = true;
    let failures = 1;
    const { claims, statements } = setUp([session], async (asked) => {
      if (failures-- > 0) throw new Error('The database is away');
      return nothingOf(asked);
    });
    claims.want(session);
    await statements.atLeast(1);
    await new Promise((resolve) => setImmediate(resolve));
    await claims.look();
    expect(await session.taken.atLeast(1)).toEqual([NOTHING]);
  });
});
