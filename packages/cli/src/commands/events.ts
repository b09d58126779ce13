import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { agentCalled, answerOf } from '../api/client-api.js';
import { newestEvents } from '../live/event-tap.js';
import type { TappedEvent } from '../live/event-tap.js';
import type { Shell } from '../shell.js';
import type { Column } from '../terminal/output.js';
import { momentIn } from './arguments.js';

const LISTED_MAX = 20;
/** As fast as the console sends again. */
const RATE_PER_SECOND = 5;

const COLUMNS: readonly Column<TappedEvent>[] = [
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
    .description('the newest events of an agent, oldest first; `svc listen` tells those that come')
    .argument('<agent>', 'its id or name')
    .action(async (name) => {
      const { api, output } = shell;
      const { agent_id } = await agentCalled(api, name);
      const newest = await newestEvents(api, agent_id, { limit: LISTED_MAX });
      output.records(newest.reverse(), COLUMNS, 'Nothing was sent to it yet.');
    });

  events
    .command('replay')
    .description('deliver the failed events of a time again, each under its own id')
    .argument('<agent>', 'its id or name')
    .requiredOption(
      '--since <time>',
      'from when: 2026-03-01T08:00:00Z, or how long ago, such as 2h',
      momentIn,
    )
    .action(async (name, { since }) => {
      const { api, output } = shell;
      const { agent_id } = await agentCalled(api, name);
      const body = { from: since.toISOString(), rate_per_second: RATE_PER_SECOND };
      const call = { params: { path: { agent_id } }, body };
      const begun = await answerOf(api.POST('/api/client/agents/{agent_id}/replays', call));
      output.result(begun, () => begun.replay_id);
    });
}
