import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { ID_PREFIX, idTimeMs } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';

/**
 * The number of an agent's event. If the event was removed, its position among the events that are kept: ids begin with their time, and numbers grow with
 * time, so a binary search finds the position, with one look-up per step. `null` if the id holds no time.
 */
export async function positionOf(
  on: Pool | ClientBase,
  agentId: string,
  eventId: string,
): Promise<number | null> {
  const [found] = await rows(on, sql.log.position, { agentId, eventId, seq: null });
  if (found === undefined) return null;
  if (found.seq !== null) return found.seq;
  if (idTimeMs(eventId) === null) return null;
  return firstFrom(on, { agentId, eventId, lastSeq: found.lastSeq });
}

/**
 * The number of the first event that is kept and whose id was made at this moment or later; the one behind `lastSeq` if there is none up to that.
 *
 * @param timeMs in milliseconds since 1970.
 */
export function positionOfTime(
  on: Pool | ClientBase,
  { agentId, timeMs, lastSeq }: { agentId: string; timeMs: number; lastSeq: number },
): Promise<number> {
  const eventId = ID_PREFIX.event + Math.max(0, timeMs).toString(16).padStart(12, '0');
  return firstFrom(on, { agentId, eventId, lastSeq });
}

/** The number of the first event behind `after`, up to `lastSeq`, that is kept; `null` if none is. */
export async function firstKept(
  on: Pool | ClientBase,
  { agentId, after, lastSeq }: { agentId: string; after: number; lastSeq: number },
): Promise<number | null> {
  const [kept] = await rows(on, sql.log.firstKept, { agentId, after, upto: lastSeq });
  return kept?.seq ?? null;
}

async function firstFrom(
  on: Pool | ClientBase,
  { agentId, eventId, lastSeq }: { agentId: string; eventId: string; lastSeq: number },
): Promise<number> {
  // What is kept up to `older` is older than the event, what is kept from `newer` on is newer.
  let [older, newer] = [0, lastSeq + 1];
  while (newer - older > 1) {
    const middle = Math.floor((older + newer) / 2);
    const [kept] = await rows(on, sql.log.newestUpTo, { agentId, after: older, upto: middle });
    if (kept === undefined || kept.id < eventId) older = middle;
    else newer = kept.seq;
  }
  return newer;
}
