import type { AgentIdentity, ClaimedForSocket } from '@svc/store';
import { createLogger } from '@svc/runtime';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { AcceptedHandshake } from './handshake.js';
import { HUB_LIMITS } from './limits.js';
import { Session } from './session.js';
import type { OfferedEvent, SessionContext } from './session.js';

/** A session that has been pushed everything up to `cursor`, on a socket that keeps its frames. */
function sessionAt(cursor: number, { windowFrames = 8, hasMeta = false, resumesRuns = false } = {}) {
  const features = { hasMeta, waitsForAcks: false, resumesRuns };
  const hub = { isCertain: true, isNewest: true };
  const pushed: string[] = [];
  const wanting: Session[] = [];
  const stream = { cork() {}, uncork() {}, write: (bytes: Buffer) => pushed.push(String(bytes.subarray(2))) };
  const context: Partial<SessionContext> = {
    claims: { want: (claiming) => wanting.push(claiming as Session) },
    logger: createLogger({ service: 'test', level: 'silent' }),
    limits: { ...HUB_LIMITS, windowFrames },
    endOfTick: { add() {} } as unknown as SessionContext['endOfTick'],
    mediaLinks: { forAgent: (url) => url },
    counters: { pushed: 0, confirmed: 0 },
    isNewest: () => hub.isNewest,
    isCertain: () => hub.isCertain,
  };
  const accepted: AcceptedHandshake = {
    ...{ accepted: true, sessionId: 'ses_1', resume: false, after: null, features: null },
    agent: { agentId: 'agt_1', ownerId: 'usr_1', kind: 'interactive', agentName: 'Ada' } as AgentIdentity,
    ...{ sessionFeatures: features, credential: { kind: 'secret', endsAt: null } },
    openedBy: { keyId: '' },
  };
  const position = { after: null, lastSeq: null, isReplayed: false, pushNo: 0 };
  const socket = { readyState: 1, OPEN: 1 } as WebSocket;
  const opening = { accepted, position, socket, stream: stream as unknown as Duplex, nowMs: 0 };
  const session = new Session(opening, context as SessionContext);
  session.take({ events: [], upTo: cursor, isWhole: true });
  return { session, hub, pushed, wanting };
}

const event = (pushNo: number) => ({
  ...{ eventId: `evt_${pushNo}`, agentId: 'agt_1', seq: pushNo, pushNo, type: 'user_message' as const },
  frame: `{"n":${pushNo}}`,
  createdAt: WRITTEN,
});

const WRITTEN = new Date('2026-03-02T09:30:00.000Z');

const claimed = (...pushNos: number[]): ClaimedForSocket => ({
  ...{ events: pushNos.map(event), upTo: pushNos.at(-1) ?? 0, isWhole: true },
});

it('is asked for the runs that its agent has left at once and then each minute, if the agent asks for them', () => {
  const due = (session: Session) => [1, 60_000, 60_001, 60_002].map((nowMs) => session.isResumeDue(nowMs));
  expect(due(sessionAt(0, { resumesRuns: true }).session)).toEqual([true, false, true, false]);
  expect(due(sessionAt(0).session)).toEqual([false, false, false, false]);
});

describe('an event that the broker brings', () => {
  it('is forgotten if it was passed already', () => {
    const { session, pushed, wanting } = sessionAt(4);
    session.offer(event(4));
    expect([pushed, session.isBehind, wanting]).toEqual([[], false, []]);
  });

  it.each<[string, OfferedEvent, boolean]>([
    ['there is a gap before it', event(6), true],
    ['it comes without its frame', { ...event(5), frame: undefined }, true],
    ['the hub is not certain that it holds its slot', event(5), false],
  ])('is claimed if %s', (_case, offered, isCertain) => {
    const { session, hub, pushed, wanting } = sessionAt(4);
    hub.isCertain = isCertain;
    session.offer(offered);
    expect(pushed).toEqual([]);
    expect([session.cursor, session.isBehind, wanting]).toEqual([4, true, [session]]);
  });

  it('waits for capacity in the window, and is claimed then', () => {
    const { session, pushed, wanting } = sessionAt(0, { windowFrames: 1 });
    session.offer(event(1));
    session.offer(event(2));
    expect([pushed, session.capacity, session.isBehind, wanting]).toEqual([['{"n":1}'], 0, true, []]);
  });
});

describe('what a session has claimed', () => {
  it('is pushed in order, without what came from the broker meanwhile', () => {
    const { session, pushed } = sessionAt(0);
    session.offer(event(1));
    session.take(claimed(1, 2, 5));
    session.offer(event(6));
    expect(pushed).toEqual(['{"n":1}', '{"n":2}', '{"n":5}', '{"n":6}']);
  });

  it('is followed by a further claim where more is left', () => {
    const { session, wanting } = sessionAt(0);
    session.take({ ...claimed(1, 2), isWhole: false });
    expect([session.cursor, session.isBehind, wanting]).toEqual([2, true, [session]]);
  });

  it('is no more than the window takes', () => {
    const { session, pushed } = sessionAt(0, { windowFrames: 2 });
    session.take(claimed(1, 2, 3));
    expect([pushed, session.cursor]).toEqual([['{"n":1}', '{"n":2}'], 2]);
  });

  it('is nothing, and asked for no more, if it is not its agent’s newest', () => {
    const { session, hub, wanting } = sessionAt(0);
    hub.isNewest = false;
    session.offer(event(3));
    session.take(null);
    expect([session.isBehind, wanting]).toEqual([false, []]);
  });
});

describe('a session whose agent has asked for what its events are called', () => {
  it('gets the id of a cancelled run’s event once, where it always stands', () => {
    const { session, pushed } = sessionAt(4, { hasMeta: true });
    const cancelled = { type: 'run_cancelled' as const, frame: '{"event_id":"evt_5","run_id":"run_1"}' };
    session.take({ events: [{ ...event(5), ...cancelled }], upTo: 5, isWhole: true });
    expect(pushed[0]).toBe(
      '{"event_id":"evt_5","run_id":"run_1","seq":5,"created_at":"2026-03-02T09:30:00.000Z"}',
    );
  });
});
