import { useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';

const bench = useStore();
const { addAnswer, addRequest, addStarted, claim, complete, deleteMessage, events, excerptOf } = bench;
const { finish, only, passTime, request, resolve, tablesWith } = bench;

const SECRET = 'My dear diary';
const HOOKED = { webhookUrl: 'https://example.org/hook' };

describe('a message of a user that is deleted', () => {
  it('leaves no word of it in any table, though its webhook has repeated it', async () => {
    const { agent, messageId, eventId, seq } = await bench.addConversation(SECRET, HOOKED);
    const answer = { outcome: 'delivered' as const, response: `Thanks for “${SECRET}”` };
    await finish(await only(agent.agentId), answer);
    expect(await tablesWith(SECRET)).toEqual(['conversation', 'delivery_attempt', 'event', 'message']);
    const { agentId } = agent;
    expect(await deleteMessage(agent, messageId)).toMatchObject({ agentId, eventIds: [eventId] });
    expect([await tablesWith(SECRET), await tablesWith(eventId)]).toEqual([[], []]);
    // The next event goes on behind its number, and the log names the gap.
    expect((await bench.addMessage(agent)).seq).toBe(seq + 1);
    const log = await bench.store.channels.long_poll.read({ agentId, after: 0, limit: 10 });
    const next = seq + 1;
    expect(log).toMatchObject({ gaps: [{ from: seq, to: seq }], lastSeq: next, entries: [{ seq: next }] });
  });

  it('is not sent again when the attempt that was under way fails', async () => {
    const { agent, messageId } = await bench.addConversation(SECRET, HOOKED);
    const attempt = await only(agent.agentId);
    await deleteMessage(agent, messageId);
    await finish(attempt, { response: SECRET, nextInMs: -1 });
    expect(await claim(agent.agentId)).toEqual([]);
    expect(await tablesWith(SECRET)).toEqual([]);
  });

  it('leaves its conversation the excerpt of the message before it, whichever goes first', async () => {
    const agent = await bench.addAgent();
    const one = await bench.addMessage(agent, 'one');
    const { conversationId } = one;
    const two = await bench.addMessage(agent, 'two', conversationId);
    const three = await bench.addMessage(agent, 'three', conversationId);
    await deleteMessage(agent, three.messageId);
    expect(await excerptOf(conversationId)).toBe('two');
    await deleteMessage(agent, one.messageId);
    expect(await excerptOf(conversationId)).toBe('two');
    await deleteMessage(agent, two.messageId);
    expect(await excerptOf(conversationId)).toBeNull();
    const page = { limit: 10 };
    expect(await bench.store.conversations.historyForAgent(conversationId, agent.agentId, page)).toEqual([]);
    // Moments go on, so that cursors stay exact.
    await bench.addMessage(agent, 'four', conversationId);
    expect(await excerptOf(conversationId)).toBe('four');
  });
});

describe('the bubble of a run that is deleted', () => {
  it('takes the summary with it, and the run stays as it ended', async () => {
    const { agent, runId } = await addStarted();
    const completed = await complete(agent, runId, SECRET);
    expect(await tablesWith(SECRET)).toEqual(['conversation', 'message', 'task_run']);
    expect(await deleteMessage(agent, completed!.messageId)).toMatchObject({ runId });
    expect(await tablesWith(SECRET)).toEqual([]);
    // The agent repeats its call: nothing comes back.
    expect(await complete(agent, runId, SECRET)).toBeNull();
    expect(await tablesWith(SECRET)).toEqual([]);
  });

  it('leaves the summary if only a message of the run is deleted', async () => {
    const { agent, runId } = await addStarted();
    const message = await addAnswer(agent, 'On it', { taskRunId: runId });
    await complete(agent, runId, 'Done');
    await deleteMessage(agent, message!.messageId);
    expect(await tablesWith('On it')).toEqual([]);
    expect(await tablesWith('Done')).toContain('task_run');
  });
});

describe('the card of a request that is deleted', () => {
  const deleteCard = async (agent: TestAgent, decisionId: string) => {
    const card = await bench.valueOf`SELECT id FROM message WHERE decision_id = ${decisionId}`;
    return deleteMessage(agent, String(card));
  };

  it('takes the answer with it, and the note', async () => {
    const { agent, decision } = await addRequest({ title: SECRET });
    const ended = await resolve(agent, decision.decisionId, { note: SECRET });
    const eventId = ended!.event!.eventId;
    await bench.store.channels.websocket.receive(eventId);
    expect(await tablesWith(SECRET)).toEqual(['conversation', 'decision', 'event', 'message']);
    expect(await deleteCard(agent, decision.decisionId)).toMatchObject({ events: [], eventIds: [eventId] });
    expect([await tablesWith(SECRET), await tablesWith(eventId)]).toEqual([[], []]);
  });

  it('takes the event of its expiry with it', async () => {
    const { agent, decisionId } = await addRequest();
    await passTime(decisionId);
    await bench.store.decisions.expire(10);
    const [event] = await events(agent.agentId);
    await bench.store.channels.websocket.receive(event!.eventId);
    expect(await deleteCard(agent, decisionId)).toMatchObject({ eventIds: [event!.eventId] });
    expect(await tablesWith(event!.eventId)).toEqual([]);
  });

  it('lets the agent hear of an answer that it has not received yet, without the note and what was filled in', async () => {
    const agent = await bench.addAgent();
    const schema = { type: 'object' as const, properties: { text: { type: 'string' as const } } };
    const form = { schema, proposed: { text: SECRET }, ruleAnswer: null };
    const { decision } = await request(agent, { form });
    const { decisionId } = decision;
    await resolve(agent, decisionId, { note: SECRET, alwaysAllowPattern: 'mail*', answer: { text: SECRET } });
    await deleteCard(agent, decisionId);
    const kept = { decision_id: decisionId, status: 'approved', always_allow_pattern: 'mail*' };
    const frame = { ...kept, note: '', answer: null };
    expect(await events(agent.agentId)).toMatchObject([{ state: 'waiting', frame }]);
    expect(await tablesWith(SECRET)).toEqual([]);
    expect(await bench.store.decisionRules.listOf({ userId: agent.ownerId, limit: 5 })).toHaveLength(1);
  });
});
