/** @only-in-all Plays many things at once, to find races. */
import { newDecision } from './decisions.suite.js';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { addRequest, behind, events, holding, holdingRow, passTime, request, resolve, untilWaiting } = bench;

it('of many answers at once none comes after the end of its time, nor beside it', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { agent, decisionId } = await addRequest({ expiresInSeconds: 60 });
    await passTime(decisionId);
    const expire = () => bench.store.decisions.expire(10);
    const [, answered] = await Promise.all([expire(), resolve(agent, decisionId), expire()]);
    expect(answered?.outcome).toBe('refused');
    const log = await events(agent.agentId);
    expect(log.map(({ frame }) => frame['status'])).toEqual(['dismissed']);
  }
});

describe('of many requests at once', () => {
  it('of an agent without a conversation, one opens it', async () => {
    const agent = await bench.addAgent();
    // In as many processes, each of which takes an agent's requests one after another.
    const stores = Array.from({ length: 8 }, () => bench.open({ connectionsMax: 1 }));
    const requested = await Promise.all(stores.map((store) => store.decisions.request(newDecision(agent))));
    expect(requested.map(({ outcome }) => outcome)).toEqual(Array(8).fill('requested'));
    const [conversation] = await bench.store.conversations.listOf(agent.ownerId, agent.agentId);
    const { conversationId } = conversation!;
    const { historyForUser } = bench.store.conversations;
    expect(await historyForUser(conversationId, agent.ownerId, { limit: 100 })).toHaveLength(8);
  });

  it('beside messages and answers of the same agent, every event gets the next number', async () => {
    const agent = await bench.addAgent();
    const allowed = await request(agent, { action: 'a' });
    await resolve(agent, allowed.decision.decisionId, { alwaysAllowPattern: 'a' });
    const { conversationId } = await bench.addMessage(agent);
    const open = await Promise.all([1, 2, 3, 4].map(() => request(agent, { action: 'b' })));
    await Promise.all([
      ...open.map(({ decision }) => resolve(agent, decision.decisionId)),
      ...[1, 2, 3, 4].map(() => request(agent, { action: 'a' })),
      ...[1, 2, 3, 4].map(() => bench.addMessage(agent, 'hello', conversationId)),
    ]);
    const log = await events(agent.agentId);
    expect(log.map((event) => event.seq)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
  });
});

it('a revocation of a rule waits for the request before it, and the one after it is asked', async () => {
  const agent = await bench.addAgent();
  await resolve(agent, (await request(agent)).decision.decisionId, { alwaysAllowPattern: 'mail*' });
  const [rule] = await bench.store.decisionRules.listOf({ userId: agent.ownerId, limit: 1 });
  const [requested, isRevoked] = await behind(
    // Holds the request back after it has found the rule.
    holdingRow('agent_counter', agent.agentId),
    () => request(agent),
    () => bench.store.decisionRules.revoke(rule!.ruleId, agent.ownerId),
  );
  expect([requested.decision.status, isRevoked]).toEqual(['approved', true]);
  expect((await request(agent)).decision.status).toBe('pending');
});

describe('an agent that is being deleted', () => {
  it('takes no request, no answer and no end of a time', async () => {
    const { agent, decisionId } = await addRequest();
    const timed = await request(agent, { expiresInSeconds: 60 });
    await passTime(timed.decision.decisionId);
    const deleting = await holding`DELETE FROM agent WHERE id = ${agent.agentId}`;
    const answered = resolve(agent, decisionId);
    const requested = bench.store.decisions.request(newDecision(agent));
    await untilWaiting(2);
    expect(await bench.store.decisions.expire(10)).toEqual([]);
    await deleting.commit();
    expect(await answered).toBeNull();
    expect(await requested).toEqual({ outcome: 'not_found' });
  });

  it('and an answer do not wait for each other', async () => {
    const { agent, decisionId } = await addRequest();
    const ended = await behind(
      holdingRow('agent_counter', agent.agentId),
      () => resolve(agent, decisionId),
      () => bench.store.agents.delete(agent.agentId, agent.ownerId),
    );
    expect(ended).toMatchObject([{ outcome: 'ended' }, true]);
  });
});
