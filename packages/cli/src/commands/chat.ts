import { createInterface } from 'node:readline';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { agentCalled, answerOf } from '../api/client-api.js';
import { CliError } from '../errors.js';
import { ConversationFeed } from '../live/conversation-feed.js';
import { hintsOf } from '../live/socket-frames.js';
import type { Shell } from '../shell.js';
import { cleanLine } from '../terminal/clean-text.js';
import { waitSecondsIn } from './arguments.js';
import { ChatScreen } from './chat-screen.js';

/** How many earlier messages are shown. */
const EARLIER_MAX = 10;

export function chatCommand(program: CommandUnknownOpts, shell: Shell): void {
  program
    .command('chat')
    .description('talk with an agent in the newest conversation; Ctrl-D or Ctrl-C ends it')
    .argument('<agent>', 'its id or name')
    .option('-m, --message <text>', 'say this, print the answer, and end')
    .option('--timeout <time>', 'with -m: how long to wait for the answer', waitSecondsIn, 300)
    .action(async (name, { message, timeout }) => {
      const { api, output } = shell;
      const { agent_id, agent_name, kind } = await agentCalled(api, name);
      if (kind !== 'interactive')
        throw new CliError('refused', `${cleanLine(agent_name)} can only ask for decisions.`);
      const query = { agent_id, limit: 1 };
      const [newest] = await answerOf(api.GET('/api/client/conversations', { params: { query } }));
      const feed = new ConversationFeed(api, agent_id, newest?.id ?? null);
      const screen = new ChatScreen(output, agent_name);
      if (message !== undefined) return sayOnce(shell, { feed, screen, message, timeoutMs: timeout * 1_000 });
      for (const earlier of await feed.begin(EARLIER_MAX)) screen.show(earlier, 0);
      await converse(shell, { feed, screen });
    });
}

interface Chat {
  feed: ConversationFeed;
  screen: ChatScreen;
}

async function sayOnce(
  shell: Shell,
  { feed, screen, message, timeoutMs }: Chat & { message: string; timeoutMs: number },
): Promise<void> {
  const late = AbortSignal.timeout(timeoutMs);
  const hints = hintsOf(shell.service, AbortSignal.any([shell.signal, late]));
  try {
    await feed.begin(0);
    // Once the connection is open nothing of an answer is missed.
    await hints.next();
    await feed.say(message);
    for await (const news of feed.follow(hints)) {
      screen.tell(news);
      if (news.news === 'message' && news.message.sender === 'agent') return;
    }
  } catch (cause) {
    if (shell.signal.aborted || !late.aborted) throw cause;
    throw new CliError('unanswered', 'The agent has not answered in time.', { cause });
  } finally {
    await hints.return(null);
  }
}

/** Sends each line, and shows what comes, until the input ends. */
async function converse(shell: Shell, { feed, screen }: Chat): Promise<void> {
  const ending = new AbortController();
  const signal = AbortSignal.any([shell.signal, ending.signal]);
  const hints = hintsOf(shell.service, signal);
  const follow = async (): Promise<void> => {
    for await (const news of feed.follow(hints)) screen.tell(news);
  };
  try {
    await hints.next();
    follow().catch((error: unknown) => ending.abort(error));
    screen.prompt();
    for await (const text of createInterface({ input: shell.stdin, signal, terminal: false })) {
      if (text.trim() !== '') await feed.say(text);
      screen.prompt();
    }
    if (shell.signal.aborted) screen.leave();
    signal.throwIfAborted();
  } finally {
    ending.abort();
  }
}
