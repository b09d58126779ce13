import { describe, expect, it } from '@jest/globals';
import { newId, OPEN_DECISIONS_PER_AGENT_MAX } from '@svc/domain';
import { decisionCalls, newDecision } from './decisions.suite.js';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { request, resolve, events } = decisionCalls(bench);

describe('a request', () => {
  it('is open, and shown in the newest conversation of agent and owner', async () => {
    const agent = await bench.addAgent();
    const older = await bench.addMessage(agent, 'one');
    const newer = await bench.addMessage(agent, 'two');
    await bench.addMessage(agent, 'three', older.conversationId);
    const { decision, userId, event } = await request(agent, { description: 'Why', expiresInSeconds: 60 });
    expect(newer.conversationId).not.toBe(older.conversationId);
    expect(userId).toBe(agent.ownerId);
    expect(event).toBeNull();
    expect(decision).toMatchObject({
      agentId: agent.agentId,
      conversationId: older.conversationId,
      status: 'pending',
      note: null,
      alwaysAllowPattern: null,
      resolutionReason: null,
      resolvedAt: null,
    });
    expect(decision.expiresAt?.getTime()).toBe(decision.createdAt.getTime() + 60_000);
    expect(await bench.store.decisions.findForAgent(decision.decisionId, agent.agentId)).toEqual(decision);
    const history = await bench.store.conversations.historyForUser(older.conversationId, agent.ownerId, {
      limit: 10,
    });
    expect(history?.[0]).toMatchObject({
      kind: 'decision',
      sender: 'agent',
      senderName: 'Ada',
      text: 'Send it?\n\nWhy',
      decisionId: decision.decisionId,
    });
    const [conversation] = await bench.store.conversations.listOf(agent.ownerId, agent.agentId);
    expect(conversation).toMatchObject({ conversationId: older.conversationId, lastMessageText: 'Send it?' });
  });

  it.each(['interactive', 'approval-only'] as const)(
    'of an %s agent without a conversation opens one, and the next request finds it',
    async (kind) => {
      const agent = await bench.addAgent({ kind });
      const first = await request(agent);
      const second = await request(agent);
      expect(second.decision.conversationId).toBe(first.decision.conversationId);
      expect(await bench.store.conversations.listOf(agent.ownerId, agent.agentId)).toHaveLength(1);
    },
  );

  it('goes to the conversation that it names, and carries its run', async () => {
    const agent = await bench.addAgent();
    const named = await bench.addMessage(agent, 'one');
    await bench.addMessage(agent, 'two');
    const runId = newId('run');
    await bench.store.prisma.taskRun.create({
      data: { id: runId, agentId: agent.agentId, status: 'running', origin: 'manual' },
    });
    const { decision } = await request(agent, { conversationId: named.conversationId, taskRunId: runId });
    expect(decision).toMatchObject({ conversationId: named.conversationId, taskRunId: runId });
  });

  it('with a conversation or a run of another agent is not found, and nothing is stored', async () => {
    const agent = await bench.addAgent();
    const other = await bench.addAgent({ ownerId: agent.ownerId });
    const { conversationId } = await bench.addMessage(other);
    const runId = newId('run');
    await bench.store.prisma.taskRun.create({
      data: { id: runId, agentId: other.agentId, status: 'running', origin: 'manual' },
    });
    for (const theirs of [{ conversationId }, { taskRunId: runId }]) {
      expect(await bench.store.decisions.request(newDecision(agent, theirs))).toEqual({
        outcome: 'not_found',
      });
    }
    const gone = newDecision({ agentId: newId('agent') });
    expect(await bench.store.decisions.request(gone)).toEqual({ outcome: 'not_found' });
    expect(await bench.store.decisions.listForAgent(agent.agentId, { limit: 10 })).toEqual([]);
    expect(await bench.store.conversations.listOf(agent.ownerId, agent.agentId)).toEqual([]);
  });

  it('beyond those that may be open at once is refused, until one is answered', async () => {
    const agent = await bench.addAgent();
    const { decision } = await request(agent);
    await bench.sql(
      `INSERT INTO decision (id, agent_id, conversation_id, title)
       SELECT 'dec_x' || n || $1, $1, $2, 'x' FROM generate_series(2, ${OPEN_DECISIONS_PER_AGENT_MAX}) n`,
      [agent.agentId, decision.conversationId],
    );
    expect(await bench.store.decisions.request(newDecision(agent))).toEqual({ outcome: 'too_many_open' });
    await resolve(agent, decision.decisionId);
    expect(await bench.store.decisions.request(newDecision(agent))).toMatchObject({ outcome: 'requested' });
  });
});

describe('an answer', () => {
  it('is stored with the event that carries it', async () => {
    const agent = await bench.addAgent();
    const { decision } = await request(agent);
    const ended = await resolve(agent, decision.decisionId, { status: 'rejected', note: 'Not "yet"' });
    expect(ended).toMatchObject({
      outcome: 'ended',
      userId: agent.ownerId,
      decision: { status: 'rejected', note: 'Not "yet"', resolutionReason: 'user', alwaysAllowPattern: null },
    });
    expect(ended?.decision.resolvedAt).toBeInstanceOf(Date);
    expect(ended?.event).toMatchObject({
      agentId: agent.agentId,
      seq: 1,
      type: 'decision_resolved',
      slot: null,
    });
    expect(await events(agent.agentId)).toEqual([
      {
        eventId: ended?.event?.eventId,
        seq: 1,
        type: 'decision_resolved',
        state: 'waiting',
        decisionId: decision.decisionId,
        frame: {
          type: 'decision_resolved',
          decision_id: decision.decisionId,
          status: 'rejected',
          note: 'Not "yet"',
          conversation_id: decision.conversationId,
          always_allow: false,
          always_allow_pattern: null,
        },
      },
    ]);
  });

  it('goes to the hub of an agent that is online', async () => {
    const agent = await bench.addAgent();
    const hub = await bench.store.presence.claimSlot('decisions-hub');
    await bench.store.presence.connect({
      sessionId: newId('session'),
      agentId: agent.agentId,
      ...hub,
      revokeAt: null,
    });
    const { decision } = await request(agent);
    expect((await resolve(agent, decision.decisionId))?.event?.slot).toBe(hub.slot);
  });

  it('that was given before is repeated without another event; another one is refused', async () => {
    const agent = await bench.addAgent();
    const { decision } = await request(agent);
    const { decisionId } = decision;
    const first = await resolve(agent, decisionId, { note: 'First' });
    const again = await resolve(agent, decisionId, { note: 'Second' });
    expect(again).toEqual({
      outcome: 'repeated',
      decision: first?.decision,
      userId: agent.ownerId,
      event: null,
    });
    for (const other of [{ status: 'rejected' }, { status: 'dismissed' }, { pattern: 'mail*' }] as const) {
      expect(await resolve(agent, decisionId, other)).toMatchObject({ outcome: 'refused', event: null });
    }
    expect(await bench.store.decisions.cancel(decisionId, agent.agentId, null)).toMatchObject({
      outcome: 'refused',
    });
    expect(await events(agent.agentId)).toHaveLength(1);
    expect(await bench.store.decisionRules.listOf({ userId: agent.ownerId, limit: 10 })).toEqual([]);
  });

  it('to someone else’s request, or to none, is not found', async () => {
    const agent = await bench.addAgent();
    const stranger = await bench.addAgent();
    const { decision } = await request(agent);
    expect(await resolve(stranger, decision.decisionId)).toBeNull();
    expect(await resolve(agent, newId('decision'))).toBeNull();
    expect(await bench.store.decisions.cancel(decision.decisionId, stranger.agentId, null)).toBeNull();
    expect(await bench.store.decisions.findForUser(decision.decisionId, stranger.ownerId)).toBeNull();
    expect(await bench.store.decisions.findForAgent(decision.decisionId, stranger.agentId)).toBeNull();
    expect((await bench.store.decisions.findForUser(decision.decisionId, agent.ownerId))?.status).toBe(
      'pending',
    );
  });
});

describe('a request that its agent withdraws', () => {
  it('is cancelled without an event; again is the same, and an answer is refused', async () => {
    const agent = await bench.addAgent();
    const { decision } = await request(agent);
    const cancelled = await bench.store.decisions.cancel(decision.decisionId, agent.agentId, null);
    expect(cancelled).toMatchObject({
      outcome: 'ended',
      userId: agent.ownerId,
      event: null,
      decision: { status: 'cancelled', resolutionReason: 'cancelled', resolvedAt: expect.any(Date) },
    });
    const again = await bench.store.decisions.cancel(decision.decisionId, agent.agentId, null);
    expect(again).toEqual({ ...cancelled, outcome: 'repeated' });
    expect(await resolve(agent, decision.decisionId)).toMatchObject({ outcome: 'refused' });
    expect(await events(agent.agentId)).toEqual([]);
  });
});

describe('lists of decisions', () => {
  it('have the newest first, in pages, by status, of one agent or of all that are the user’s', async () => {
    const agent = await bench.addAgent();
    const other = await bench.addAgent({ ownerId: agent.ownerId });
    const stranger = await bench.addAgent();
    const ids: string[] = [];
    for (let count = 1; count <= 3; count += 1) {
      ids.unshift((await request(agent, { decisionId: newId('decision', count) })).decision.decisionId);
    }
    const others = await request(other, { decisionId: newId('decision', 9) });
    await request(stranger);
    await resolve(agent, ids[1]!);
    const idsOf = (list: { decisionId: string }[]) => list.map((decision) => decision.decisionId);
    const { decisions } = bench.store;
    expect(idsOf(await decisions.listForAgent(agent.agentId, { limit: 2 }))).toEqual(ids.slice(0, 2));
    expect(idsOf(await decisions.listForAgent(agent.agentId, { limit: 2, cursor: ids[1]! }))).toEqual([
      ids[2],
    ]);
    expect(idsOf(await decisions.listForAgent(agent.agentId, { limit: 9, status: 'approved' }))).toEqual([
      ids[1],
    ]);
    const owned = { userId: agent.ownerId };
    expect(idsOf(await decisions.listForUser({ ...owned, limit: 9 }))).toEqual([
      others.decision.decisionId,
      ...ids,
    ]);
    expect(idsOf(await decisions.listForUser({ ...owned, limit: 9, status: 'pending' }))).toHaveLength(3);
    const { agentId } = agent;
    expect(idsOf(await decisions.listForUser({ ...owned, agentId, limit: 9 }))).toEqual(ids);
    const foreign = { ...owned, agentId: stranger.agentId };
    expect(await decisions.listForUser({ ...foreign, limit: 9 })).toEqual([]);
  });
});
