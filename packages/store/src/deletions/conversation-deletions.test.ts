import { eventually } from '@svc/testkit';
import { newId } from '@svc/domain';
import { useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';

const bench = useStore();
const { carryOut, deleteConversation, events, exists, holdingRow, request, resolve, tablesWith } = bench;

const SECRET = 'My dear diary';

/** More than two steps remove. */
const MANY = 1_200;

/** Adds messages to a conversation, each with an event that was delivered. */
async function addMany(agent: TestAgent, conversationId: string, count = MANY): Promise<void> {
  await bench.sql`
    WITH n AS (SELECT n, lpad(to_hex(n), 12, '0') || right(${conversationId}, 20) AS id FROM generate_series(1, ${count}::int) n),
    message AS (
      INSERT INTO message (id, conversation_id, sender, sender_name, text, event_id, created_at)
      SELECT 'msg_' || id, ${conversationId}, 'human', 'Ursula', ${SECRET}, 'evt_' || id, now() - n * interval '1 second' FROM n
    )
    INSERT INTO event (id, agent_id, seq, push_no, type, frame, subject_id, state, ended_at)
    SELECT 'evt_' || id, ${agent.agentId}, 1000 + n, 1000 + n, 'user_message', ${`{"text":"${SECRET}"}`}, 'msg_' || id, 'delivered', now()
      FROM n`;
}

afterEach(async () => {
  while (await bench.store.deletions.step({ kind: 'conversation' }));
});

describe('a conversation that is deleted', () => {
  it('is removed in steps with everything in it, and tells how far that is', async () => {
    const { agent, conversationId } = await bench.addConversation(SECRET);
    await addMany(agent, conversationId);
    const { decision } = await request(agent, { title: SECRET, conversationId });
    await resolve(agent, decision.decisionId, { note: SECRET });
    const kept = await bench.addMessage(agent, 'kept');
    const erasureId = newId('erasure');
    await deleteConversation(agent, conversationId, erasureId);
    const progress = () => bench.store.erasures.find(erasureId);
    expect(await progress()).toMatchObject({ finishedAt: null, remaining: { messages: MANY + 2, files: 0 } });
    expect(await carryOut(conversationId)).toBe(3);
    const remaining = { agents: 0, messages: 0, files: 0 };
    expect(await progress()).toMatchObject({ finishedAt: expect.any(Date), remaining });
    expect(await tablesWith(SECRET)).toEqual([]);
    // Its entry in the audit log names it, and the answer, which its agent has not received yet.
    expect(await tablesWith(conversationId)).toEqual(['audit_entry', 'event']);
    expect(await exists('event', kept.eventId)).toBe(true);
    const [row] = await bench.sql`SELECT * FROM erasure WHERE id = ${erasureId}`;
    expect(row).toMatchObject({ user_id: null, conversation_id: null });
  });

  it('loses first what its agent has not received', async () => {
    const { agent, conversationId } = await bench.addConversation();
    await addMany(agent, conversationId);
    const { eventId } = await bench.addMessage(agent, SECRET, conversationId);
    await deleteConversation(agent, conversationId);
    await bench.store.deletions.step({ kind: 'conversation', id: conversationId });
    expect(await exists('event', eventId)).toBe(false);
  });

  it('dismisses its open requests at once, and no others', async () => {
    const agent = await bench.addAgent();
    const { decision: other } = await request(agent);
    const { conversationId } = await bench.addMessage(agent);
    const ask = () => request(agent, { conversationId, title: SECRET });
    const asked = [await ask(), await ask()].map(({ decision }) => decision.decisionId);
    const deleted = await deleteConversation(agent, conversationId);
    expect(deleted).toMatchObject({ decisionIds: asked, events: [{ seq: 2 }, { seq: 3 }] });
    const inbox = await bench.store.decisions.listOf({ userId: agent.ownerId, limit: 5 });
    expect(inbox).toMatchObject([{ decisionId: other.decisionId, status: 'pending' }]);
    const told = (await events(agent.agentId)).filter(({ type }) => type === 'decision_resolved');
    const dismissals = asked.map((decision_id) => ({ decision_id, status: 'dismissed', note: '' }));
    expect(told.map(({ frame }) => frame)).toMatchObject(dismissals);
    await carryOut(conversationId);
    expect(await tablesWith(SECRET)).toEqual([]);
  });

  it('goes on in another process when one dies, and passes over what it holds', async () => {
    const { agent, conversationId } = await bench.addConversation(SECRET);
    await addMany(agent, conversationId);
    await deleteConversation(agent, conversationId);
    const dying = await holdingRow('conversation', conversationId);
    await dying.also`DELETE FROM message WHERE conversation_id = ${conversationId}`;
    expect(await bench.store.deletions.step({ kind: 'conversation' })).toBe(false);
    await dying.die();
    // Its connection is gone a moment later.
    const carryOn = () => carryOut(conversationId);
    await eventually(carryOn, (steps) => steps !== 0);
    await carryOn();
    expect(await tablesWith(SECRET)).toEqual([]);
  });

  it('waits for its files, and others do not wait with it', async () => {
    const { agent, conversationId, messageId } = await bench.addConversation();
    const other = await bench.addMessage(agent);
    const mediaId = newId('media');
    await bench.addMedia(agent, mediaId, messageId);
    await bench.sql`UPDATE message SET image_urls = ${[`/media/${mediaId}`]} WHERE id = ${messageId}`;
    const [erasureId, otherId] = [newId('erasure'), newId('erasure')];
    await deleteConversation(agent, conversationId, erasureId);
    await deleteConversation(agent, other.conversationId, otherId);
    while (await bench.store.deletions.step({ kind: 'conversation' }));
    const { erasures, media } = bench.store;
    expect(await erasures.find(otherId)).toMatchObject({ finishedAt: expect.any(Date) });
    const remaining = { messages: 0, files: 1 };
    expect(await erasures.find(erasureId)).toMatchObject({ finishedAt: null, remaining });
    expect(await media.ofDeletedConversation(conversationId, 5)).toEqual([mediaId]);
    expect(await media.expired(5)).toEqual([mediaId]);
    await media.forget([mediaId]);
    while (await bench.store.deletions.step({ kind: 'conversation', id: conversationId }));
    expect(await erasures.find(erasureId)).toMatchObject({ finishedAt: expect.any(Date) });
  });

  it('ends with its agent, if that is deleted meanwhile', async () => {
    const { agent, conversationId } = await bench.addConversation();
    const erasureId = newId('erasure');
    await deleteConversation(agent, conversationId, erasureId);
    await bench.store.agents.delete(agent.agentId, agent.ownerId);
    expect(await bench.store.deletions.step({ kind: 'conversation', id: conversationId })).toBe(false);
    while (await bench.store.deletions.step({ kind: 'agent', id: agent.agentId }));
    expect(await bench.store.erasures.find(erasureId)).toMatchObject({ finishedAt: expect.any(Date) });
  });
});
