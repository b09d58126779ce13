import { newId } from '@svc/domain';
import type { Resolution } from './decisions.js';
import type { NewDecision, RequestedDecision } from './decision-requests.js';
import type { StoreBench, TestAgent } from '../bench.suite.js';

export type Requested = Extract<RequestedDecision, { outcome: 'requested' }>;

/** A complete request of the agent; the test changes the fields that matter. */
export function newDecision(agent: { agentId: string }, changes: Partial<NewDecision> = {}): NewDecision {
  return {
    ...{ decisionId: newId('decision'), messageId: newId('message'), eventId: newId('event') },
    ...{ agentId: agent.agentId, conversationId: null, newConversationId: newId('conversation') },
    ...{ title: 'Send it?', description: null, action: 'mail.send:ada@example.com', taskRunId: null },
    ...{ suggestedPattern: null, key: null, form: null, expiresInSeconds: null, ...changes },
  };
}

/** Helpers for the tests of decisions. */
export function decisionCalls(bench: StoreBench) {
  async function request(agent: { agentId: string }, changes: Partial<NewDecision> = {}): Promise<Requested> {
    const requested = await bench.store.decisions.request(newDecision(agent, changes));
    if (requested.outcome !== 'requested') throw new Error(`The request was answered ${requested.outcome}`);
    return requested;
  }

  return {
    request,

    /** A request of a new agent. */
    async addRequest(changes: Partial<NewDecision> = {}) {
      const agent = await bench.addAgent();
      const { decision } = await request(agent, changes);
      return { agent, decision, decisionId: decision.decisionId };
    },

    /** Approves a request. */
    resolve({ ownerId: userId }: TestAgent, decisionId: string, changes: Partial<Resolution> = {}) {
      const noRule = { alwaysAllowPattern: null, alwaysAllowSeconds: null };
      const plain = { note: null, answer: null, ...noRule, ...changes };
      return bench.store.decisions.resolve({ decisionId, userId, status: 'approved', ...plain });
    },

    /** Makes a request expire. */
    passTime: (decisionId: string) =>
      bench.sql`UPDATE decision SET expires_at = now() - interval '1 second' WHERE id = ${decisionId}`,

    /** The events of an agent in their order. */
    async events(agentId: string) {
      const found = await bench.sql`
        SELECT id AS "eventId", seq::int, type, state, frame FROM event_state
         WHERE agent_id = ${agentId} ORDER BY seq`;
      const parsed = found.map((event) => ({ ...event, frame: JSON.parse(String(event['frame'])) }));
      return parsed as { eventId: string; seq: number; type: string; frame: Record<string, unknown> }[];
    },
  };
}
