import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { agentCalled, answerOf } from '../api/client-api.js';
import type { Agent, ClientApi } from '../api/client-api.js';
import { CliError } from '../errors.js';
import { ConversationFeed } from '../live/conversation-feed.js';
import { hintsOf } from '../live/hints.js';
import type { Hint } from '../live/hints.js';
import type { Shell } from '../shell.js';
import { cleanLine } from '../terminal/clean-text.js';
import { integerWithin, secondsIn } from './arguments.js';
import { ChatScreen } from './chat-screen.js';

interface ChatOptions {
  conversation?: string;
  message?: string;
  history: number;
  timeout: number;
}

export function chatCommand(shell: Shell): Command {
  return new Command('chat')
    .description('talk with an agent; Ctrl-D or Ctrl-C ends it')
    .argument('<agent>', 'its id or name')
    .option('-c, --conversation <id>', 'go on in this one; "new" begins one. The newest one unless given')
    .option('-m, --message <text>', 'say this, print the answer, and end')
    .option('-n, --history <count>', 'how many earlier messages are shown', integerWithin(0, 100), 10)
    .option('--timeout <time>', 'with -m: how long to wait for the answer', secondsIn, 300)
    .action(async (given: string, options: ChatOptions, command: Command) => {
      const api = await shell.api(command);
      const output = shell.output(command);
      const agent = await agentCalled(api, given);
      if (agent.kind !== 'interactive')
        throw new CliError('refused', `${cleanLine(agent.agent_name)} can only ask for decisions.`);
      const service = await shell.service(command);
      const stop = new AbortController();
      const signal = AbortSignal.any([shell.signal, stop.signal]);
      const screen = new ChatScreen(output, agent.agent_name);
      const hints = hintsOf(service, signal);
      const open = await conversationOf(api, agent, options.conversation);
      if (options.message !== undefined) {
        const limit = AbortSignal.timeout(options.timeout * 1_000);
        limit.addEventListener('abort', () => stop.abort());
        const { feed } = await say(api, agent, { text: options.message, open });
        const isAnswered = await follow(feed, { hints, screen, untilAnswer: true }).catch(unlessStopped);
        stop.abort();
        if (isAnswered !== true) throw new CliError('unanswered', 'The agent has not answered in time.');
        return;
      }
      await converse({ shell, api, agent, screen, signal, stop, hints, open, history: options.history });
    });

  function unlessStopped(error: unknown): false {
    if (shell.signal.aborted || !(error instanceof Error && error.name === 'AbortError')) throw error;
    return false;
  }
}

interface Conversing {
  shell: Shell;
  api: ClientApi;
  agent: Agent;
  screen: ChatScreen;
  signal: AbortSignal;
  stop: AbortController;
  hints: AsyncIterable<Hint>;
  open: string | null;
  history: number;
}

/** Sends each line, and shows what comes, until the input ends. */
async function converse(conversing: Conversing): Promise<void> {
  const { shell, api, agent, screen, signal, stop, hints, open, history } = conversing;
  let feed: ConversationFeed | null = null;
  let conversationId = open;
  let following: Promise<unknown> = Promise.resolve();
  const begin = (of: ConversationFeed): void => {
    feed = of;
    following = follow(of, { hints, screen, untilAnswer: false });
    // It is awaited when the input has ended; until then it may only end the input.
    following.catch(() => stop.abort());
  };
  if (conversationId !== null) {
    const known = new ConversationFeed(api, conversationId);
    for (const message of await known.begin(history)) screen.show(message, 0);
    begin(known);
  }
  const lines = createInterface({ input: shell.stdin, signal, terminal: false });
  screen.prompt();
  try {
    for await (const text of lines) {
      if (text.trim() !== '') {
        const said = await say(api, agent, { text, open: conversationId, feed });
        conversationId = said.conversationId;
        if (feed === null) begin(said.feed);
      }
      screen.prompt();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (shell.signal.aborted) screen.leave();
  shell.signal.throwIfAborted();
  if (stop.signal.aborted) await following;
  stop.abort();
  await following.catch(() => {});
}

/** Says something. A conversation that is not open yet begins with it. */
async function say(
  api: ClientApi,
  { agent_id }: Agent,
  { text, open, feed = null }: { text: string; open: string | null; feed?: ConversationFeed | null },
): Promise<{ conversationId: string; feed: ConversationFeed }> {
  const known = feed ?? (open === null ? null : new ConversationFeed(api, open));
  if (feed === null) await known?.begin(0);
  const body = { text, ...(open === null ? {} : { conversation_id: open }) };
  const params = { path: { agent_id } };
  const sent = await answerOf(api.POST('/api/client/agents/{agent_id}/messages', { params, body }));
  const own = known ?? new ConversationFeed(api, sent.conversation_id);
  own.know(sent.message_id);
  return { conversationId: sent.conversation_id, feed: own };
}

async function follow(
  feed: ConversationFeed,
  { hints, screen, untilAnswer }: { hints: AsyncIterable<Hint>; screen: ChatScreen; untilAnswer: boolean },
): Promise<boolean> {
  for await (const news of feed.follow(hints)) {
    if (news.news === 'text') screen.grow(news.messageId, news.text);
    else if (news.news === 'cut') screen.cut(news.messageId);
    else {
      screen.show(news.message, news.shown);
      if (untilAnswer && news.message.sender === 'agent') return true;
    }
  }
  return false;
}

async function conversationOf(
  api: ClientApi,
  { agent_id }: Agent,
  given: string | undefined,
): Promise<string | null> {
  if (given === 'new') return null;
  if (given !== undefined) return given;
  const query = { agent_id, limit: 1 };
  const [newest] = await answerOf(api.GET('/api/client/conversations', { params: { query } }));
  return newest?.id ?? null;
}
