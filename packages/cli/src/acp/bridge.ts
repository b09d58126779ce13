import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from '@svc/agent';
import { CodingAgent } from './coding-agent.js';
import type { CodingAgentOptions } from './coding-agent.js';
import { Conversation } from './conversation.js';

interface BridgeOptions extends CodingAgentOptions {
  signal: AbortSignal;
  note: (text: string) => void;
}

const LAST_WORDS_MS_MAX = 10_000;

/** Carries messages between a coding agent and people. @returns why it ended; `null` if by the signal. */
export async function bridgeToAcp(options: BridgeOptions): Promise<string | null> {
  const { signal, note } = options;
  const log = { debug() {}, info() {}, warn: note, error: note };
  const agent = new Agent({ ...options.agent, handleSignals: false, log });
  const coding = new CodingAgent(options);
  const onError = ({ message }: Error): void => note(`An answer could not be sent: ${message}`);
  const conversations = new Map<string, Conversation>();
  const working = new Set<Promise<void>>();
  agent.on('user_message', (message) => {
    const { conversationId: id } = message;
    const conversation = conversations.get(id) ?? new Conversation(id, { agent, coding, onError });
    conversations.set(id, conversation);
    // Not waited for: a later message may stop the work.
    const work = conversation.take(message).finally(() => working.delete(work));
    working.add(work);
  });
  const interrupted = new Promise<null>((done) => {
    signal.addEventListener('abort', () => done(null), { once: true });
    if (signal.aborted) done(null);
  });
  const begin = async (): Promise<void> => {
    await coding.begin();
    await agent.start();
  };
  try {
    const end = await Promise.race([begin(), coding.ended, interrupted]);
    if (end !== undefined) return end;
    note('Connected. Messages go to the coding agent. Ctrl-C ends it.');
    return await Promise.race([interrupted, coding.ended, agent.closed.then(() => null)]);
  } finally {
    coding.stop();
    // People are told what became of their messages.
    await Promise.race([Promise.all(working), sleep(LAST_WORDS_MS_MAX, null, { ref: false })]);
    await agent.stop();
  }
}
