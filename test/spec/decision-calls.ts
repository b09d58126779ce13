import type { components } from '@svc/http-contract';
import { eventually } from '@svc/testkit';
import type { AgentClient, AgentSocket, HttpAnswer, Person, ReceivedFrame } from '@svc/testkit';
import { bodyOf } from './answers.js';

export type ShownDecision = components['schemas']['ClientDecision'];

/** Asks for a decision, whatever the answer. */
export function postRequest(agent: AgentClient, body: unknown): Promise<HttpAnswer> {
  return agent.call('/api/agent/decisions', { body });
}

/** Asks for a decision that must be taken. */
export function request(agent: AgentClient, body: Record<string, unknown> = {}): Promise<ShownDecision> {
  return bodyOf('requestDecision', postRequest(agent, { title: 'Send it?', ...body }), 201);
}

/** The decision as its agent reads it. */
export function readOwn(agent: AgentClient, decisionId: string): Promise<ShownDecision> {
  return bodyOf('getOwnDecision', agent.call(`/api/agent/decisions/${decisionId}`));
}

/** All requests of the agent as it reads them, the newest first. */
export async function ownRequests(agent: AgentClient): Promise<ShownDecision[]> {
  return (await agent.call('/api/agent/decisions')).body as ShownDecision[];
}

/** The agent's newest request, as soon as there is one that fits. */
export async function newestRequest(
  agent: AgentClient,
  fits: (decision: ShownDecision) => boolean = () => true,
): Promise<ShownDecision> {
  const hasCome = ([newest]: ShownDecision[]) => newest !== undefined && fits(newest);
  const [newest] = await eventually(() => ownRequests(agent), hasCome, { what: 'a request' });
  return newest as ShownDecision;
}

export function cancel(agent: AgentClient, decisionId: string): Promise<HttpAnswer> {
  return agent.call(`/api/agent/decisions/${decisionId}/cancel`, { method: 'POST' });
}

/** Answers a request, whatever comes of it. */
export function postAnswer(person: Person, decisionId: string, body: unknown): Promise<HttpAnswer> {
  return person.call(`/decisions/${decisionId}/resolve`, { body });
}

/** Answers a request, which must be taken. */
export function resolve(
  person: Person,
  decisionId: string,
  body: Record<string, unknown> = { status: 'approved' },
): Promise<ShownDecision> {
  return bodyOf('resolveDecision', postAnswer(person, decisionId, body));
}

/** Resolves with the event of this decision, which may have come before. */
export function resolved(socket: AgentSocket, decisionId: string): Promise<ReceivedFrame> {
  return socket.frames.first(
    (frame) => frame.type === 'decision_resolved' && frame['decision_id'] === decisionId,
    `the event of ${decisionId}`,
  );
}
