import type { components } from '@svc/http-contract';
import { eventually } from '@svc/testkit';
import type { Person } from '@svc/testkit';
import { bodyOf } from './answers.js';
import type { SpecBench } from './product-under-test.js';

/** A connected agent with a conversation. */
export async function writer(bench: SpecBench, person: Person = bench.person) {
  const agent = await person.createAgent();
  const socket = await bench.connect(agent);
  const { conversation_id } = await person.send(agent.agentId, 'Question');
  return { agent, socket, conversation_id };
}

/** Resolves with what is being written in the conversation, once it fits. */
export function streams(
  person: Person,
  conversationId: string,
  fits: (shown: components['schemas']['MessageStream'][]) => boolean,
) {
  const read = () => bodyOf('listMessageStreams', person.call(`/conversations/${conversationId}/streams`));
  return eventually(read, fits, { what: 'what is being written to fit' });
}
