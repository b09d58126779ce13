import type { Agent, IncomingMessage } from '@svc/agent';
import type {
  ActiveSession,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk';
import type { CodingAgent } from './coding-agent.js';
import { Speech } from './speech.js';
import { questionOf } from '../hook/question.js';

interface ConversationParts {
  agent: Pick<Agent, 'ask'>;
  coding: Pick<CodingAgent, 'open' | 'orEnd' | 'cancel'>;
  onError: (error: Error) => void;
}

/** A person who says only this stops the work. */
const STOP = /^\s*[/]?(?:stop|cancel)\s*[.!]?\s*$/i;
/** How long consoles show that the agent is typing, and a little less, in milliseconds. */
const TYPING_EVERY_MS = 3_000;

/** A person's conversation, in a session of the coding agent: one message is answered after the other. */
export class Conversation {
  readonly #id: string;
  readonly #parts: ConversationParts;
  #session: ActiveSession | undefined;
  /** Aborts what is under way and what waits, once the person says so. */
  #stopping = new AbortController();
  #open = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(conversationId: string, parts: ConversationParts) {
    this.#id = conversationId;
    this.#parts = parts;
  }

  /** Never rejects: the person is told what went wrong. */
  async take(message: IncomingMessage): Promise<void> {
    const { onError } = this.#parts;
    if (this.#open > 0 && STOP.test(message.text)) return this.#stop().catch(onError);
    this.#open += 1;
    const { signal } = this.#stopping;
    const work = async (): Promise<void> => (signal.aborted ? undefined : this.#work(message));
    this.#last = this.#last
      .then(work)
      .catch(onError)
      .finally(() => (this.#open -= 1));
    await this.#last;
  }

  async #work(message: IncomingMessage): Promise<void> {
    const typing = setInterval(() => message.typing(), TYPING_EVERY_MS);
    message.typing();
    const speech = new Speech(message);
    try {
      const end = await this.#turn(promptOf(message), speech).catch(
        (error: Error) => `The coding agent failed: ${error.message}`,
      );
      await speech.end();
      if (end !== '') await message.reply(end);
    } finally {
      speech.pause();
      clearInterval(typing);
    }
  }

  /** @returns what is to be said beside the answer; empty if it is whole. */
  async #turn(text: string, speech: Speech): Promise<string> {
    const { agent, coding } = this.#parts;
    this.#session ??= await coding.open((request, asked) => {
      const signal = AbortSignal.any([asked, this.#stopping.signal]);
      return askPermission(agent, request, { conversationId: this.#id, signal });
    });
    // How it ends is the last of its updates.
    this.#session.prompt(text).catch(() => {});
    const stopReason = await coding.orEnd(relayTurn(this.#session, speech));
    if (stopReason === 'end_turn') return speech.hasBegun ? '' : 'Done.';
    return ENDS[stopReason] ?? `The coding agent has stopped: ${stopReason}.`;
  }

  async #stop(): Promise<void> {
    // What it asks the person is answered with no, as the protocol wants it.
    this.#stopping.abort();
    this.#stopping = new AbortController();
    if (this.#session !== undefined) await this.#parts.coding.cancel(this.#session);
  }
}

const ENDS: Record<string, string> = {
  cancelled: 'Stopped.',
  max_tokens: 'The coding agent has reached its limit of tokens.',
  max_turn_requests: 'The coding agent has reached its limit of steps.',
  refusal: 'The coding agent refuses to go on.',
};

/** Says what the coding agent says in a turn. @returns why it has stopped. */
async function relayTurn(session: ActiveSession, speech: Speech): Promise<string> {
  for (;;) {
    const said = await session.nextUpdate();
    if (said.kind === 'stop') return said.stopReason;
    const { update } = said;
    // What it says after it has used a tool is another message.
    if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'plan') speech.pause();
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
      speech.say(update.content.text);
  }
}

function promptOf({ text, files }: IncomingMessage): string {
  const links = files.map(({ url, name }) => `- ${name ?? 'a file'}: ${url}`);
  return links.length === 0 ? text : `${text}\n\nFiles:\n${links.join('\n')}`;
}

/** Only an approval chooses to allow, once: what is always allowed, the person's rules here say. */
async function askPermission(
  agent: Pick<Agent, 'ask'>,
  { toolCall, options }: RequestPermissionRequest,
  { conversationId, signal }: { conversationId: string; signal: AbortSignal },
): Promise<RequestPermissionResponse> {
  try {
    const { kind, title, rawInput, content, locations } = toolCall;
    const isSaid = typeof rawInput === 'object' && rawInput !== null && Object.keys(rawInput).length > 0;
    // Coding agents count from 1 after a restart: with their ids as keys, old answers would be found.
    const { key: _none, ...question } = questionOf({
      ...{ event: 'PermissionRequest', toolName: kind ?? 'other', toolUseId: undefined, cwd: undefined },
      toolInput: isSaid ? (rawInput as Record<string, unknown>) : { title, content, locations },
    });
    const decision = await agent.ask({ ...question, conversationId, expiresIn: '1d' }, { signal });
    // To allow always, or to reject always, is more than the person was asked.
    const answer = decision.status === 'approved' ? 'allow_once' : 'reject_once';
    const option = options.find((each) => each.kind === answer);
    if (option !== undefined) return { outcome: { outcome: 'selected', optionId: option.optionId } };
  } catch {
    // The person has not said yes.
  }
  return { outcome: { outcome: 'cancelled' } };
}
