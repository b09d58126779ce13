import type { components } from '@svc/http-contract';
import { eventually } from '@svc/testkit';
import type { AgentSocket, Person, ReceivedFrame } from '@svc/testkit';
import { bodyOf } from './answers.js';
import type { SpecBench } from './product-under-test.js';

/** A connected agent with a conversation. */
export async function writer(bench: SpecBench, person: Person = bench.person) {
  const agent = await person.createAgent();
  const socket = await bench.connect(agent);
  const { conversation_id } = await person.send(agent.agentId, 'Question');
  return { agent, socket, conversation_id };
}

export function start(socket: AgentSocket, ref: string, conversationId?: string): void {
  socket.send({
    ...{ type: 'message_start', ref },
    ...(conversationId !== undefined && { conversation_id: conversationId }),
  });
}

export function grow(socket: AgentSocket, ref: string, ...texts: string[]): void {
  for (const text of texts) socket.send({ type: 'message_delta', ref, text });
}

/** Ends the message, and resolves with the next answer. */
export async function end(
  socket: AgentSocket,
  ref: string,
  rest: Record<string, unknown> = {},
): Promise<ReceivedFrame> {
  const answers = () => socket.frames.items.filter((frame) => frame['ref'] === ref);
  const before = answers().length;
  socket.send({ type: 'message_end', ref, ...rest });
  await socket.frames.until(() => answers().length > before, `an answer to the end of ${ref}`);
  return answers()[before] as ReceivedFrame;
}

/** The first answer that carries the `ref`; it may have come before. */
export function answerTo(socket: AgentSocket, ref: string): Promise<ReceivedFrame> {
  return socket.frames.first((frame) => frame['ref'] === ref, `an answer to ${ref}`);
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
