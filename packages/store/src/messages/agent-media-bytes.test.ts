import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, QUOTA_DEFAULTS } from '@svc/domain';
import { COUNT_KEPT_MS } from '../quotas/soft-limit.js';
import { openStore } from '../store.js';
import type { Store } from '../store.js';
import { useStore } from '../store.suite.js';

const bench = useStore();

const MAX = 75;
const REFUSAL = `The files that an agent sends have at most ${MAX} bytes (media_bytes_per_agent)`;

interface Owned {
  agentId: string;
  ownerId: string;
}

/** A store whose agents may have few bytes. */
let store: Store;
let nowMs = 0;

beforeAll(() => {
  const quotas = { ...QUOTA_DEFAULTS, media_bytes_per_agent: MAX };
  store = openStore({ databaseUrl: bench.databaseUrl, box: bench.box, quotas, quotaNowMs: () => nowMs });
});

afterAll(() => store.close());

const file = (byteLength = 10) => ({ mediaId: newId('media'), contentType: 'image/png', byteLength });

/** Sends a file of so many bytes when the last count is old, and forgets it at once. */
async function mayHave(agent: Owned, bytes: number): Promise<boolean> {
  nowMs += COUNT_KEPT_MS;
  const sent = file(bytes);
  try {
    await store.uploads.begin(agent, [sent]);
  } catch (error) {
    expect(error).toMatchObject({ code: 'quota_exceeded', status: 429, detail: REFUSAL });
    return false;
  }
  await store.uploads.forget([sent.mediaId]);
  return true;
}

async function expectRest(agent: Owned, bytes: number): Promise<void> {
  expect([await mayHave(agent, bytes), await mayHave(agent, bytes + 1)]).toEqual([true, false]);
}

async function bytesOfUser(userId: string): Promise<number> {
  const used = await store.quotas.useOf(userId);
  return used.find(({ quota }) => quota === 'media_bytes_per_user')?.used ?? NaN;
}

function sendAsUser({ agentId, ownerId }: Owned, mediaIds: string[]) {
  return store.messages.writeUserMessage({
    ...{ messageId: newId('message'), eventId: newId('event'), agentId, userId: ownerId },
    ...{ conversationId: newId('conversation'), opensConversation: true, senderName: 'Ursula' },
    ...{ text: 'hello', imageUrls: [], audioUrl: null, mediaIds, frame: '{}' },
  });
}

function sendAsAgent({ agentId }: Owned, mediaIds: string[]) {
  return store.messages.writeAgentMessage({
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
    await expectRest(agent, 5);
    // One turned out smaller than it was announced.
    await uploads.finish([kept, { ...small, byteLength: 20 }]);
    await expectRest(agent, 15);
    expect(await sendAsAgent(agent, [kept.mediaId])).not.toBeNull();
    await expectRest(agent, 15);
    await uploads.forget([small.mediaId]);
    await expectRest(agent, 35);
    await media.forget([kept.mediaId]);
    await expectRest(agent, MAX);
  });

  it('are none of those that its user sends it', async () => {
    const agent = await bench.addAgent();
    const sent = file(1_000);
    await store.uploads.begin({ userId: agent.ownerId }, [sent]);
    await store.uploads.finish([sent]);
    expect(await sendAsUser(agent, [sent.mediaId])).not.toBeNull();
    await expectRest(agent, MAX);
  });

  it('keep neither its user nor the other agents of its user from sending files', async () => {
    const agent = await bench.addAgent();
    const other = await bench.addAgent({ ownerId: agent.ownerId });
    await store.uploads.begin(agent, [file(MAX)]);
    expect(await mayHave(agent, 1)).toBe(false);
    await store.uploads.begin({ userId: agent.ownerId }, [file(10 * MAX)]);
    await store.uploads.begin(other, [file(MAX)]);
    expect(await bytesOfUser(agent.ownerId)).toBe(12 * MAX);
  });
});
