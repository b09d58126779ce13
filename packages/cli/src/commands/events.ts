import { Option } from '@commander-js/extra-typings';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { agentCalled, answerOf, optional } from '../api/client-api.js';
import type { Schemas } from '../api/client-api.js';
import { EventTap } from '../live/event-tap.js';
import { hintsOf } from '../live/socket-frames.js';
import type { Shell } from '../shell.js';
import type { Column, Output } from '../terminal/output.js';
import { integerWithin, momentIn } from './arguments.js';
import { watch } from './watch.js';

type Event = Schemas['Event'];
type Replay = Schemas['Replay'];

/** How often `replay` looks, in milliseconds. */
const LOOK_MS = 1_000;

const COLUMNS: readonly Column<Event>[] = [
  ['id', ({ event_id }) => event_id],
  ['type', ({ type }) => type],
  ['state', ({ state, drop_reason }) => (drop_reason === null ? state : `${state} (${drop_reason})`)],
  ['channel', ({ channel }) => channel ?? '-'],
  ['when', ({ created_at }) => created_at],
  ['of', (event) => event.message_id ?? event.decision_id ?? event.run_id ?? event.task_id ?? '-'],
];

export function eventsCommands(program: CommandUnknownOpts, shell: Shell): void {
  const events = program.command('events').description('what was sent to an agent, and what became of it');

  events
    .command('tail')
    .description('the newest events of an agent; with --follow also those that come')
    .argument('<agent>', 'its id or name')
    .option('-n, --limit <count>', 'how many', integerWithin(1, 100), 20)
    .option('-f, --follow', 'go on until Ctrl-C')
    .action(async (name, { limit, follow }) => {
      const { api, output, service, signal } = shell;
      const { agent_id } = await agentCalled(api, name);
      const tap = new EventTap(api, agent_id);
      const newest = await tap.begin(limit);
      if (follow !== true) return output.records(newest, COLUMNS, 'Nothing was sent to it yet.');
      const show = (event: Event) => output.item(event, () => lineOf(output, event));
      for (const event of newest) await show(event);
      for await (const event of tap.follow(hintsOf(service, signal))) await show(event);
    });

  events
    .command('replay')
    .description('deliver the events of a time again, each under its own id')
    .argument('<agent>', 'its id or name')
    .requiredOption(
      '--since <time>',
      'from when: 2026-03-01T08:00:00Z, or how long ago, such as 2h',
      momentIn,
    )
    .option('--until <time>', 'until when', momentIn)
    .addOption(
      new Option('--state <state>', 'which')
        .choices(['failed', 'delivered'] as const)
        .default('failed' as const),
    )
    .option('--type <type>', 'only events of this type')
    .option('--rate <count>', 'how many in a second', integerWithin(1, 50), 5)
    .option('--no-wait', 'do not wait until it has ended')
    .action(async (name, { since, until, state, type, rate, wait }) => {
      const { api, output } = shell;
      const { agent_id } = await agentCalled(api, name);
      const body = {
        ...{ from: since.toISOString(), state, rate_per_second: rate },
        ...optional({ to: until?.toISOString(), type: type as Event['type'] | undefined }),
      };
      const call = { params: { path: { agent_id } }, body };
      const begun = await answerOf(api.POST('/api/client/agents/{agent_id}/replays', call));
      const params = { path: { replay_id: begun.replay_id } };
      const isOver = (seen: Replay) => seen.state === 'finished' || seen.state === 'cancelled';
      const look = () => answerOf(api.GET('/api/client/replays/{replay_id}', { params }));
      const seen = wait ? await watch(shell, LOOK_MS, { look, isOver, note: progressOf }) : begun;
      output.result(seen, () => summaryOf(seen));
    });
}

function lineOf(output: Output, event: Event): string {
  const cells = COLUMNS.map(([, cell]) => cell(event));
  if (!output.isTerminal) return cells.join('\t');
  const [id = '', type = '', state = '', ...rest] = cells;
  const style = event.state === 'failed' ? 'red' : event.state === 'delivered' ? 'green' : 'yellow';
  return [output.style('dim', id), type.padEnd(17), output.style(style, state.padEnd(9)), ...rest].join('  ');
}

function progressOf({ progress_percent, waits_for }: Replay): string {
  return `${progress_percent} %${waits_for === 'agent' ? ', waiting for the agent' : ''} …`;
}

function summaryOf({ replay_id, state, delivered, failed, waiting, under_way, skipped }: Replay): string {
  return `${replay_id} is ${state}: ${delivered} delivered, ${failed} failed, ${waiting} waiting, ${under_way} under way, ${skipped} skipped.`;
}
