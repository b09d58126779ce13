import { rows } from '@svc/database';
import type { Pool } from 'pg';

/** For how many days of 24 hours things are kept; 0 is for ever. */
export interface DaysInUse {
  events: number;
  attempts: number;
  runs: number;
  messages: number;
  media: number;
  audit: number;
  auditAddresses: number;
}

/** Who has not said its days for so long runs no more. Schedulers say them once a minute. */
const SAID_WITHIN = `interval '3 minutes'`;

/** Writes down for how many days a scheduler keeps things, and forgets what none has said for a day, or will say in the future. */
export async function sayDays(pool: Pool, days: DaysInUse): Promise<void> {
  await rows(pool, SAY, valuesOf(days));
}

/**
 * What schedulers apply, of each kind the shortest: where they differ, the first to remove something decides. If none has said its days lately, none removes
 * anything, and the last days that were said are given. `null` if no scheduler has ever said them.
 */
export async function daysInUse(pool: Pool): Promise<DaysInUse | null> {
  const said = await rows<DaysRow>(pool, READ, []);
  const [newest] = said;
  if (newest === undefined) return null;
  const lately = said.filter((each) => each.is_lately);
  const applied = lately.length > 0 ? lately : [newest];
  const shortest = (kind: keyof DaysRow) => {
    const bounds = applied.map((each) => Number(each[kind])).filter((days) => days > 0);
    return bounds.length === 0 ? 0 : Math.min(...bounds);
  };
  return {
    events: shortest('events'),
    attempts: shortest('attempts'),
    runs: shortest('runs'),
    messages: shortest('messages'),
    media: shortest('media'),
    audit: shortest('audit'),
    auditAddresses: shortest('audit_addresses'),
  };
}

interface DaysRow {
  events: number;
  attempts: number;
  runs: number;
  messages: number;
  media: number;
  audit: number;
  audit_addresses: number;
  is_lately: boolean;
}

function valuesOf(days: DaysInUse): number[] {
  const { events, attempts, runs, messages, media, audit, auditAddresses } = days;
  return [events, attempts, runs, messages, media, audit, auditAddresses];
}

const COLUMNS = 'events, attempts, runs, messages, media, audit, audit_addresses';
const VALUES = '$1::int, $2::int, $3::int, $4::int, $5::int, $6::int, $7::int';

// A clock that was ahead would keep old days in use until it comes there. A row that is held is forgotten another time.
const SAY = {
  name: 'retention-in-use-say',
  text: `
    WITH forgotten AS (
      DELETE FROM retention_in_use USING (
        SELECT ${COLUMNS} FROM retention_in_use
         WHERE (said_at < now() - interval '1 day' OR said_at > now() + interval '1 minute') AND (${COLUMNS}) <> (${VALUES})
           FOR UPDATE SKIP LOCKED
      ) AS old WHERE ${COLUMNS.split(', ')
        .map((column) => `retention_in_use.${column} = old.${column}`)
        .join(' AND ')}
    )
    INSERT INTO retention_in_use (${COLUMNS}, said_at) VALUES (${VALUES}, now())
    ON CONFLICT (${COLUMNS}) DO UPDATE SET said_at = excluded.said_at`,
};

/** So many sets of days are read. An installation has one, and some more while its settings are changed. */
const READ = {
  name: 'retention-in-use-read',
  text: `
    SELECT ${COLUMNS}, said_at > now() - ${SAID_WITHIN} AS is_lately FROM retention_in_use ORDER BY said_at DESC LIMIT 100`,
};
