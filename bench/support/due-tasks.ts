import { newId } from '@svc/domain';
import type { BenchAgent } from './fixtures.js';
import type { Place } from './place.js';

/** Long enough for services to start, and to have looked for tasks a few times in vain, in milliseconds. */
const LEAD_MS_MIN = 15_000;
const MINUTE_MS = 60_000;

/** Writes tasks straight into the database, the agents' in turn, that are all due in one instant, a whole minute. Returns that instant. */
export async function insertDueTasks(
  place: Place,
  agents: readonly BenchAgent[],
  count: number,
): Promise<Date> {
  const due = new Date(Math.ceil((Date.now() + LEAD_MS_MIN) / MINUTE_MS) * MINUTE_MS);
  await place.sql(
    `INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, next_run_at, updated_at)
     SELECT id, agent_id, 'Report', 'Say what is new.', $3, 'scheduled', $4, now()
       FROM unnest($1::text[], $2::text[]) AS t (id, agent_id)`,
    [
      Array.from({ length: count }, () => newId('task')),
      Array.from({ length: count }, (_, index) => agents[index % agents.length]?.agentId),
      `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`,
      due,
    ],
  );
  await place.sql('VACUUM ANALYZE task');
  return due;
}
