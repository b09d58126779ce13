import { newId } from '@svc/domain';
import { useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';
import { OLD, YOUNG } from './retention.suite.js';

const bench = useStore();
const { addRequest, age, exists, holding, pass, request, resolve } = bench;

/** A message that its agent has received. */
async function addMessage(agent: TestAgent, text: string, conversationId?: string) {
  const written = await bench.addMessage(agent, text, conversationId);
  await bench.store.channels.websocket.receive(written.eventId);
  return written;
}

/** Makes a conversation old, its messages a second apart. */
async function ageConversation(conversationId: string): Promise<void> {
  const age = `
    UPDATE message m SET created_at = now() - ${OLD} - n.later * interval '1 second'
      FROM (SELECT id, row_number() OVER (ORDER BY created_at DESC) AS later
              FROM message WHERE conversation_id = $1) n
     WHERE m.id = n.id`;
  await bench.sql(age, conversationId);
  await bench.sql`UPDATE conversation c
    SET last_message_at = (SELECT max(created_at) FROM message WHERE conversation_id = c.id)
    WHERE id = ${conversationId}`;
}

const conversationsOf = (agent: TestAgent) => bench.store.conversations.listOf(agent.ownerId, agent.agentId);

async function addFile(agent: TestAgent, messageId?: string): Promise<string> {
  const mediaId = `${newId('media')}.png`;
  await bench.addMedia(agent, mediaId, messageId);
  return mediaId;
}

describe('a message', () => {
  it('goes when its days are over, to the minute, and the history goes on behind it', async () => {
    const agent = await bench.addAgent();
    const { conversationId, messageId: old } = await addMessage(agent, 'old');
    const { messageId: young } = await addMessage(agent, 'young', conversationId);
    await addMessage(agent, 'new', conversationId);
    await age('message', old, ['created_at']);
    await age('message', young, ['created_at'], YOUNG);
    const history = (before?: Date) =>
      bench.store.conversations.historyForUser(conversationId, agent.ownerId, { limit: 9, before });
    const before = (await history())!.at(-1)!.createdAt;
    expect(await pass('message')).toEqual({ message: 1 });
    expect(await history(before)).toEqual([]);
    expect(await history()).toMatchObject([{ text: 'new' }, { text: 'young' }]);
    expect(await conversationsOf(agent)).toMatchObject([{ lastMessageText: 'new' }]);
    await ageConversation(conversationId);
    await pass('message');
  });

  it('that its agent has not received stays, with its files', async () => {
    const { agent, conversationId, messageId, eventId } = await bench.addConversation();
    const mediaId = await addFile(agent, messageId);
    await ageConversation(conversationId);
    await age('media', mediaId, ['created_at']);
    expect([await pass('message'), await pass('media')]).toEqual([{}, {}]);
    await bench.store.channels.websocket.receive(eventId);
    expect([await pass('message'), await pass('media')]).toEqual([{ message: 1 }, { media: 1 }]);
  });

  it('takes its files along, which go at whoever has the disk', async () => {
    const agent = await bench.addAgent();
    const { conversationId, messageId } = await addMessage(agent, 'look');
    const add = () => addFile(agent, messageId);
    const [image, sound, file, other] = [await add(), await add(), await add(), await add()];
    const prefix = 'https://example.org/media/';
    const files = JSON.stringify([{ url: prefix + file }]);
    await bench.sql`UPDATE message SET image_urls = ${[prefix + image]}, audio_url = ${prefix + sound}, files = ${files}
      WHERE id = ${messageId}`;
    await ageConversation(conversationId);
    expect(await pass('message')).toEqual({ message: 1, media: 3 });
    const all = [image, sound, file, other];
    const expired = (await bench.store.media.expired(10)).filter((id) => all.includes(id));
    expect(expired.sort()).toEqual([image, sound, file].sort());
    await bench.store.media.forget(expired);
    expect(await exists('media', other)).toBe(true);
  });
});

describe('a file', () => {
  it('goes by days of its own, before its message', async () => {
    const agent = await bench.addAgent();
    const { messageId } = await addMessage(agent, 'look');
    const [old, young] = [await addFile(agent, messageId), await addFile(agent, messageId)];
    await age('media', old, ['created_at']);
    await age('media', young, ['created_at'], YOUNG);
    expect(await pass('media')).toEqual({ media: 1 });
    const expired = await bench.store.media.expired(10);
    expect([expired.includes(old), expired.includes(young)]).toEqual([true, false]);
    expect(await pass('media')).toEqual({});
    expect(await exists('message', messageId)).toBe(true);
  });

  it('that cannot be removed is put behind the others', async () => {
    const agent = await bench.addAgent();
    await bench.store.media.forget(await bench.store.media.expired(10));
    const [stuck, next] = [await addFile(agent), await addFile(agent)];
    await age('media', stuck, ['expired_at'], `interval '1 hour'`);
    await age('media', next, ['expired_at'], `interval '1 minute'`);
    expect(await bench.store.media.expired(1)).toEqual([stuck]);
    await bench.store.media.defer([stuck]);
    expect(await bench.store.media.expired(1)).toEqual([next]);
  });
});

describe('a request for a decision', () => {
  /** Its agent gets the answer. */
  const hear = async (decisionId: string) => {
    const eventId = await bench.valueOf`SELECT id FROM event WHERE subject_id = ${decisionId}`;
    await bench.store.channels.websocket.receive(String(eventId));
  };

  it('stays with its card while it is open, and for its days when it is answered', async () => {
    const { agent, decision } = await addRequest();
    const { decisionId, conversationId } = decision;
    await ageConversation(conversationId);
    expect(await pass('message')).toEqual({});
    await resolve(agent, decisionId);
    await hear(decisionId);
    await age('decision', decisionId, ['created_at']);
    await age('decision', decisionId, ['resolved_at'], YOUNG);
    expect(await pass('message')).toEqual({});
    await age('decision', decisionId, ['resolved_at']);
    expect(await pass('message')).toEqual({ message: 1, decision: 1 });
    expect(await bench.store.decisions.findForUser(decisionId, agent.ownerId)).toBeNull();
  });

  it('stays as long as its agent has not heard of the answer, and pages of requests go on behind those that are gone', async () => {
    const agent = await bench.addAgent();
    const requests = [await request(agent), await request(agent), await request(agent)];
    const asked = requests.map(({ decision }) => decision);
    for (const { decisionId } of asked) {
      await resolve(agent, decisionId);
      await age('decision', decisionId, ['created_at', 'resolved_at']);
    }
    await ageConversation(asked[0]!.conversationId);
    await hear(asked[1]!.decisionId);
    expect(await pass('message')).toEqual({ message: 1, decision: 1 });
    const page = { userId: agent.ownerId, limit: 5, cursor: asked[1]!.decisionId };
    const listed = await bench.store.decisions.listOf(page);
    expect(listed.map(({ decisionId }) => decisionId)).toEqual([asked[0]!.decisionId]);
  });
});

describe('a conversation', () => {
  it('shows the beginning of the newest message that is left', async () => {
    const { agent, decision } = await addRequest({ description: 'To all of them.' });
    await addMessage(agent, 'a secret', decision.conversationId);
    await ageConversation(decision.conversationId);
    expect(await pass('message')).toEqual({ message: 1 });
    const [conversation] = await conversationsOf(agent);
    expect(conversation?.lastMessageText).toBe(decision.title);
  });

  it('shows nothing of its last message, whose younger one its user has deleted', async () => {
    const agent = await bench.addAgent();
    const old = await addMessage(agent, 'old');
    const { messageId } = await addMessage(agent, 'young', old.conversationId);
    await bench.store.messageDeletions.deleteMessage({ messageId, userId: agent.ownerId });
    await age('message', old.messageId, ['created_at']);
    expect(await pass('message')).toEqual({ message: 1 });
    expect(await conversationsOf(agent)).toMatchObject([{ lastMessageText: null }]);
  });

  it("that is empty shows nothing, and stays as its agent's newest", async () => {
    const agent = await bench.addAgent();
    const [first, second] = [await addMessage(agent, 'one'), await addMessage(agent, 'two')];
    for (const { conversationId } of [first, second]) await ageConversation(conversationId);
    await age('conversation', first.conversationId, ['last_message_at'], `${OLD} + interval '2 minutes'`);
    expect(await pass('message')).toEqual({ message: 2 });
    expect(await pass('conversation')).toEqual({ conversation: 1 });
    const { conversationId } = second;
    const empty = { conversationId, lastMessageText: null, lastMessageAt: expect.any(Date) };
    expect(await conversationsOf(agent)).toMatchObject([empty]);
    await addMessage(agent, 'three', second.conversationId);
    expect(await conversationsOf(agent)).toMatchObject([{ lastMessageText: 'three' }]);
    // An older one that became the newest when a later one was opened goes as well.
    await ageConversation(second.conversationId);
    await pass('message');
    await addMessage(agent, 'four');
    expect(await pass('conversation')).toEqual({ conversation: 1 });
    expect(await conversationsOf(agent)).toMatchObject([{ lastMessageText: 'four' }]);
  });

  it('that somebody is writing to keeps its messages until the next pass, and others do not wait', async () => {
    const [agent, other] = [await bench.addAgent(), await bench.addAgent()];
    const [busy, quiet] = [await addMessage(agent, 'x'), await addMessage(other, 'y')];
    for (const { conversationId } of [busy, quiet]) await ageConversation(conversationId);
    const writer = await holding`UPDATE conversation SET last_message_at = now(), last_message_text = 'z'
      WHERE id = ${busy.conversationId}`;
    await writer.also`INSERT INTO message (id, conversation_id, sender, sender_name, text, created_at)
      VALUES (${newId('message')}, ${busy.conversationId}, 'human', 'Ursula', 'z', now())`;
    expect(await pass('message')).toEqual({ message: 1 });
    expect(await exists('message', quiet.messageId)).toBe(false);
    await writer.commit();
    expect(await pass('message')).toEqual({ message: 1 });
    expect(await conversationsOf(agent)).toMatchObject([{ lastMessageText: 'z' }]);
  });
});
