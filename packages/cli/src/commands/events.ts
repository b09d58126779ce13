import { setTimeout as sleep } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { agentCalled, answerOf } from '../api/client-api.js';
import type { ClientApi, Schemas } from '../api/client-api.js';
import { EventTap } from '../live/event-tap.js';
import { hintsOf } from '../live/hints.js';
import type { Shell } from '../shell.js';
import type { Column, Output } from '../terminal/output.js';
import { integerWithin, momentIn } from './arguments.js';

type Event = Schemas['Event'];
type Replay = Schemas['Replay'];

const LOOK_MS = 1_000;

const COLUMNS: readonly Column<Event>[] = [
  ['id', ({ event_id }) => event_id],
  ['type', ({ type }) => type],
  ['state', ({ state, drop_reason }) => (drop_reason === null ? state : `${state} (${drop_reason})`)],
  ['channel', ({ channel }) => channel ?? '-'],
  ['when', ({ created_at }) => created_at],
  [
    'of',
    ({ message_id, decision_id, run_id, task_id }) => message_id ?? decision_id ?? run_id ?? task_id ?? '-',
  ],
];

export function eventsCommand(shell: Shell): Command {
  return new Command('events')
    .description('what was sent to an agent, and what became of it')
    .addCommand(tail(shell))
    .addCommand(replay(shell));
}

function tail(shell: Shell): Command {
  return new Command('tail')
    .description('the newest events of an agent; with --follow also those that come')
    .argument('<agent>', 'its id or name')
    .option('-n, --limit <count>', 'how many', integerWithin(1, 100), 20)
    .option('-f, --follow', 'go on until Ctrl-C')
    .action(async (given: string, options: { limit: number; follow?: true }, command: Command) => {
      const api = await shell.api(command);
      const output = shell.output(command);
      const { agent_id } = await agentCalled(api, given);
      const tap = new EventTap(api, agent_id);
      const newest = await tap.begin(options.limit);
      if (options.follow !== true) return output.records(newest, COLUMNS, 'Nothing was sent to it yet.');
      const hints = hintsOf(await shell.service(command), shell.signal);
      for (const event of newest) await output.item(event, () => lineOf(output, event));
      for await (const event of tap.follow(hints)) await output.item(event, () => lineOf(output, event));
    });
}

function lineOf(output: Output, event: Event): string {
  const cells = COLUMNS.map(([, cell]) => cell(event));
  if (!output.isTerminal) return cells.join('\t');
  const [id = '', type = '', state = '', ...rest] = cells;
  const style = event.state === 'failed' ? 'red' : event.state === 'delivered' ? 'green' : 'yellow';
  return [output.style('dim', id), type.padEnd(17), output.style(style, state.padEnd(9)), ...rest].join('  ');
}

function replay(shell: Shell): Command {
  return new Command('replay')
    .description('deliver the events of a time again, each under its own id')
    .argument('<agent>', 'its id or name')
    .requiredOption(
      '--since <time>',
      'from when: 2026-03-01T08:00:00Z, or how long ago, such as 2h',
      momentIn,
    )
    .option('--until <time>', 'until when', momentIn)
    .addOption(new Option('--state <state>', 'which').choices(['failed', 'delivered']).default('failed'))
    .option('--type <type>', 'only events of this type')
    .option('--rate <count>', 'how many in a second', integerWithin(1, 50), 5)
    .option('--no-wait', 'do not wait until it has ended')
    .action(async (given: string, options: ReplayOptions, command: Command) => {
      const api = await shell.api(command);
      const output = shell.output(command);
      const { agent_id } = await agentCalled(api, given);
      const body = {
        ...{ from: options.since.toISOString(), state: options.state, rate_per_second: options.rate },
        ...(options.until === undefined ? {} : { to: options.until.toISOString() }),
        ...(options.type === undefined ? {} : { type: options.type as Event['type'] }),
      };
      const params = { path: { agent_id } };
      const begun = await answerOf(api.POST('/api/client/agents/{agent_id}/replays', { params, body }));
      const seen = options.wait ? await ended(api, begun, { output, signal: shell.signal }) : begun;
      output.result(seen, () => summaryOf(seen));
    });
}

interface ReplayOptions {
  since: Date;
  until?: Date;
  state: 'failed' | 'delivered';
  type?: string;
  rate: number;
  wait: boolean;
}

async function ended(
  api: ClientApi,
  begun: Replay,
  { output, signal }: { output: Output; signal: AbortSignal },
): Promise<Replay> {
  let said = '';
  for (let seen = begun; ;) {
    if (seen.state === 'finished' || seen.state === 'cancelled') return seen;
    const waits = seen.waits_for === 'agent' ? ', waiting for the agent' : '';
    const line = `${seen.progress_percent} %${waits} …`;
    if (line !== said) output.note(line);
    said = line;
    await sleep(LOOK_MS, undefined, { signal });
    const params = { path: { replay_id: begun.replay_id } };
    seen = await answerOf(api.GET('/api/client/replays/{replay_id}', { params }));
  }
}

function summaryOf({ replay_id, state, delivered, failed, waiting, under_way, skipped }: Replay): string {
  return `${replay_id} is ${state}: ${delivered} delivered, ${failed} failed, ${waiting} waiting, ${under_way} under way, ${skipped} skipped.`;
}
