import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, QUOTA_DEFAULTS } from '@svc/domain';
import { lockWaits } from '../lock-waits.suite.js';
import { openStore } from '../store.js';
import type { Store } from '../store.js';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { holding, untilWaiting } = lockWaits(bench);

const MAX = 75;
const REFUSAL = `The files that an agent sends have at most ${MAX} bytes (media_bytes_per_agent)`;

interface Owned {
  agentId: string;
  ownerId: string;
}

/** A store whose agents may have few bytes. */
let store: Store;

beforeAll(() => {
  const quotas = { ...QUOTA_DEFAULTS, media_bytes_per_agent: MAX };
  store = openStore({ databaseUrl: bench.databaseUrl, box: bench.box, quotas, lockWaitMs: 9_000 });
});

afterAll(() => store.close());

const file = (byteLength = 10) => ({ mediaId: newId('media'), contentType: 'image/png', byteLength });

/** `null` if nothing was ever counted. */
async function bytesOf({ agentId }: Pick<Owned, 'agentId'>): Promise<number | null> {
  const [row] = await bench.sql('SELECT bytes FROM agent_media_use WHERE agent_id = $1', [agentId]);
  return row === undefined ? null : Number(row['bytes']);
}

async function bytesOfUser(userId: string): Promise<number> {
  const used = await bench.store.quotaUse.of(userId);
  return used.find(({ quota }) => quota === 'media_bytes_per_user')?.used ?? NaN;
}

function sendAsUser({ agentId, ownerId }: Owned, mediaIds: string[]) {
  return bench.store.messages.writeUserMessage({
    ...{ messageId: newId('message'), eventId: newId('event'), agentId, userId: ownerId },
    ...{ conversationId: newId('conversation'), opensConversation: true, senderName: 'Ursula' },
    ...{ text: 'hello', imageUrls: [], audioUrl: null, mediaIds, frame: '{}' },
  });
}

function sendAsAgent({ agentId }: Owned, mediaIds: string[]) {
  return bench.store.messages.writeAgentMessage({
    ...{ messageId: newId('message'), agentId, text: 'hello', imageUrls: [], audioUrl: null, mediaIds },
    ...{ conversationId: newId('conversation'), opensConversation: true, taskRunId: null },
    ...{ reportTitle: null, reportDescription: null },
  });
}

describe('the bytes of files that an agent has sent', () => {
  it('count for it before and after a message takes them, and no longer when they are gone', async () => {
    const { uploads, media } = store;
    const agent = await bench.addAgent();
    const [kept, small] = [file(40), file(30)];
    await uploads.begin(agent, [kept, small]);
    expect(await bytesOf(agent)).toBe(70);
    // One turned out smaller than it was announced.
    await uploads.finish([kept, { ...small, byteLength: 20 }]);
    expect(await bytesOf(agent)).toBe(60);
    expect(await sendAsAgent(agent, [kept.mediaId])).not.toBeNull();
    expect(await bytesOf(agent)).toBe(60);
    const tooLarge = uploads.begin(agent, [file(16)]);
    await expect(tooLarge).rejects.toMatchObject({ code: 'quota_exceeded', status: 429, detail: REFUSAL });
    await uploads.forget([small.mediaId]);
    expect(await bytesOf(agent)).toBe(40);
    await media.forget([kept.mediaId]);
    expect(await bytesOf(agent)).toBe(0);
    await uploads.begin(agent, [file(MAX)]);
  });

  it('are none of those that its user sends it', async () => {
    const { uploads, media } = store;
    const agent = await bench.addAgent();
    const sent = file(1_000);
    await uploads.begin({ userId: agent.ownerId }, [sent]);
    await uploads.finish([sent]);
    expect(await sendAsUser(agent, [sent.mediaId])).not.toBeNull();
    expect(await bytesOf(agent)).toBeNull();
    await uploads.begin(agent, [file(MAX)]);
    await media.forget([sent.mediaId]);
    expect(await bytesOf(agent)).toBe(MAX);
  });

  it('keep neither its user nor the other agents of its user from sending files', async () => {
    const { uploads } = store;
    const agent = await bench.addAgent();
    const other = await bench.addAgent({ ownerId: agent.ownerId });
    await uploads.begin(agent, [file(MAX)]);
    await expect(uploads.begin(agent, [file(1)])).rejects.toMatchObject({ detail: REFUSAL });
    await uploads.begin({ userId: agent.ownerId }, [file(10 * MAX)]);
    await uploads.begin(other, [file(MAX)]);
    expect(await bytesOfUser(agent.ownerId)).toBe(12 * MAX);
  });

  it('do not pass the quota together, of those that come at one instant for the one place that is left', async () => {
    const agent = await bench.addAgent();
    await store.uploads.begin(agent, [file(MAX - 10)]);
    const held = await holding('SELECT 1 FROM media_use WHERE user_id = $1 FOR UPDATE', [agent.ownerId]);
    const begun = Promise.allSettled(Array.from({ length: 8 }, () => store.uploads.begin(agent, [file(10)])));
    await untilWaiting(8);
    await held.commit();
    const outcomes = await begun;
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of outcomes)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ detail: REFUSAL });
    expect(await bytesOf(agent)).toBe(MAX);
  });

  it('are not bounded without a quota', async () => {
    const quotas = { ...QUOTA_DEFAULTS, media_bytes_per_agent: 0 };
    const unbounded = openStore({ databaseUrl: bench.databaseUrl, box: bench.box, quotas });
    try {
      const agent = await bench.addAgent();
      await unbounded.uploads.begin(agent, [file(2_000_000_000), file(2_000_000_000)]);
      expect(await bytesOf(agent)).toBe(4_000_000_000);
    } finally {
      await unbounded.close();
    }
  });

  it('are counted exactly while files of several agents and users come, end and are taken at one instant', async () => {
    const { uploads, media } = bench.store;
    const agents: Owned[] = [];
    for (let n = 0; n < 4; n += 1)
      agents.push(await bench.addAgent(n % 2 === 1 ? { ownerId: agents[n - 1]!.ownerId } : {}));
    const ofRound = async (agent: Owned, index: number): Promise<string[]> => {
      const [one, other, asUser] = [file(100), file(10), file(1)];
      await uploads.begin(agent, [one, other]);
      await uploads.begin({ userId: agent.ownerId }, [asUser]);
      await uploads.finish([{ ...one, byteLength: 50 }, other, asUser]);
      const send = index % 2 === 0 ? sendAsAgent(agent, [other.mediaId, one.mediaId]) : null;
      await Promise.all([send, sendAsUser(agent, [asUser.mediaId])]);
      return [one.mediaId, other.mediaId];
    };
    const rounds = await Promise.all(agents.flatMap((agent) => [0, 1, 2, 3].map((n) => ofRound(agent, n))));
    // Each call removes files of all agents, in an order of its own.
    const files = [0, 1].map((part) => rounds.map((ids) => ids[part]!));
    await Promise.all([
      media.forget(files[0]!.slice(0, 12)),
      media.forget(files[1]!.toReversed().slice(0, 8)),
      uploads.forget(files[0]!.toReversed().slice(0, 12)),
      uploads.forget(files[1]!.slice(0, 8)),
    ]);
    const counted = await bench.sql(
      'SELECT agent_id, bytes::int FROM agent_media_use WHERE agent_id = ANY ($1::text[]) ORDER BY agent_id',
      [agents.map(({ agentId }) => agentId)],
    );
    const there = await bench.sql(
      `SELECT agent_id, sum(byte_length)::int AS bytes
         FROM (SELECT agent_id, byte_length FROM media WHERE is_from_agent UNION ALL SELECT agent_id, byte_length FROM upload) f
        WHERE agent_id = ANY ($1::text[]) GROUP BY agent_id ORDER BY agent_id`,
      [agents.map(({ agentId }) => agentId)],
    );
    expect(counted).toHaveLength(4);
    expect(counted).toEqual(there);
  });

  it('are forgotten with the agent, whose removal waits for nobody who counts them', async () => {
    const { agents, deletions, uploads } = bench.store;
    const [free, counted] = [await bench.addAgent(), await bench.addAgent()];
    const left = file();
    for (const agent of [free, counted]) {
      await uploads.begin(agent, [agent === free ? file() : left]);
      await agents.delete(agent.agentId, agent.ownerId);
    }
    const held = await holding('SELECT 1 FROM agent_media_use WHERE agent_id = $1 FOR UPDATE', [
      counted.agentId,
    ]);
    for (const { agentId } of [free, counted]) await deletions.step({ kind: 'agent', id: agentId });
    const ids = [free.agentId, counted.agentId];
    expect(await bench.sql('SELECT 1 FROM agent WHERE id = ANY ($1::text[])', [ids])).toEqual([]);
    await held.commit();
    expect([await bytesOf(free), await bytesOf(counted)]).toEqual([null, 10]);
    // What was counted at that instant is forgotten with the last file.
    await uploads.forget([left.mediaId]);
    expect(await bytesOf(counted)).toBeNull();
  });
});

it('only who has locked the count of a user changes one of the agents', async () => {
  const agent = await bench.addAgent();
  const [one, other, third] = [file(), file(), file()];
  await bench.store.uploads.begin(agent, [one, other, third]);
  await bench.store.uploads.finish([other, third]);
  const ofUser = await holding('SELECT 1 FROM media_use WHERE user_id = $1 FOR UPDATE', [agent.ownerId]);
  const changes = [
    bench.store.uploads.begin(agent, [file()]),
    bench.store.uploads.finish([{ ...one, byteLength: 5 }]),
    bench.store.uploads.forget([other.mediaId]),
    sendAsAgent(agent, [third.mediaId]),
  ];
  await untilWaiting(changes.length);
  // All of them wait for the user's row, and none has the agent's.
  await ofUser.also('SELECT 1 FROM agent_media_use WHERE agent_id = $1 FOR UPDATE NOWAIT', [agent.agentId]);
  await ofUser.commit();
  await Promise.all(changes);
  expect(await bytesOf(agent)).toBe(25);
});
