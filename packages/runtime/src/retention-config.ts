import type { EnvironmentReader } from './environment.js';

/** How many days of 24 hours rows that have ended are kept; 0 keeps them for ever. */
export interface RetentionDays {
  /** Delivered and failed events, with their attempts. */
  events: number;
  /** Attempts of events that are kept for longer. */
  attempts: number;
  /** Runs that have ended. */
  runs: number;
  /** Messages with their files, answered requests for a decision, and conversations without messages. */
  messages: number;
  /** Files of messages that are kept for longer. */
  media: number;
  /** Entries of the audit log, and records of erasures. */
  audit: number;
  /** Addresses in entries that are kept for longer. */
  auditAddresses: number;
}

/** A century. 0 keeps for ever, which is the default of what people have written. The audit log is about people, so it ends by default. */
const DAYS = { default: 0, min: 0, max: 36_500 };

/** For how long an installation keeps things (`RETENTION_*`). Schedulers remove what is over, and say so; gateways tell people their own only before that. */
export function readRetention(read: EnvironmentReader): RetentionDays {
  return {
    events: read.integer('RETENTION_EVENTS_DAYS', DAYS),
    attempts: read.integer('RETENTION_ATTEMPTS_DAYS', DAYS),
    runs: read.integer('RETENTION_RUNS_DAYS', DAYS),
    messages: read.integer('RETENTION_MESSAGES_DAYS', DAYS),
    media: read.integer('RETENTION_MEDIA_DAYS', DAYS),
    audit: read.integer('RETENTION_AUDIT_DAYS', { ...DAYS, default: 365 }),
    auditAddresses: read.integer('RETENTION_AUDIT_ADDRESSES_DAYS', { ...DAYS, default: 90 }),
  };
}
