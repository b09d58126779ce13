import { saysBrokerIsAway } from '@svc/broker';
import { toServiceError } from '@svc/runtime';
import { DatabaseAwayError, StoppedError } from './persistence.js';

/** Whether a message could not be handled because something it needs is away, blocked or full, or because the process stops: it can wait for that. */
export function isAway(error: unknown): boolean {
  return (
    error instanceof DatabaseAwayError ||
    error instanceof StoppedError ||
    saysBrokerIsAway(error) ||
    toServiceError(error).code === 'unavailable'
  );
}
