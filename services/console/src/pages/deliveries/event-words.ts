import type { Agent } from '../../api/agents.ts';
import type { AgentEvent, DeliveryAttempt, EventState, EventType } from '../../api/events.ts';
import { CHANNEL_WORDS } from '../../generated/channel-words.ts';
import { EVENT_NAMES } from '../../generated/event-names.ts';
import type { Tone } from '../../ui/badge.tsx';

export const TYPE_WORDS: Readonly<Record<EventType, string>> = EVENT_NAMES;

export const STATE_WORDS: Readonly<Record<EventState, { text: string; tone: Tone }>> = {
  pending: { text: 'On its way', tone: 'accent' },
  delivered: { text: 'Delivered', tone: 'good' },
  waiting: { text: 'Waiting', tone: 'warn' },
  failed: { text: 'Failed', tone: 'bad' },
};

export const PAUSED_WORDS: { text: string; tone: Tone } = { text: 'Held back', tone: 'warn' };

/** Whether the service holds the event back because the agent's webhook fails. */
export function isPaused({ online, webhook_breaker: breaker }: Agent, { state }: AgentEvent): boolean {
  return !online && breaker !== null && state === 'pending';
}

const DROP_WORDS: Readonly<Record<NonNullable<AgentEvent['drop_reason']>, string>> = {
  task_deleted: 'Dropped: its task was deleted',
  run_cancelled: 'Dropped: its run was cancelled',
};

export function outcomeOf(event: AgentEvent): string {
  const tries = event.attempts.length;
  switch (event.state) {
    case 'delivered':
      return event.channel === null ? 'Received' : `Received ${CHANNEL_WORDS[event.channel].received}`;
    case 'waiting':
      return 'Waiting for the agent to connect or poll';
    case 'failed':
      if (event.drop_reason !== null) return DROP_WORDS[event.drop_reason];
      return `Failed after ${tries} ${tries === 1 ? 'attempt' : 'attempts'}`;
    case 'pending':
      return tries === 0 ? 'Being sent' : `${tries} ${tries === 1 ? 'attempt' : 'attempts'} so far`;
  }
}

export function resultOf(attempt: DeliveryAttempt): string {
  if (attempt.status_code !== null) return `Answered ${attempt.status_code}`;
  if (attempt.error !== null) return attempt.error;
  return attempt.duration_ms === null ? 'In progress' : 'No answer';
}

export function succeeded({ status_code: status }: DeliveryAttempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

const REASON_WORDS: Readonly<Record<DeliveryAttempt['retry_reason'], string>> = {
  first_attempt: 'first attempt',
  http_timeout: 'after a timeout',
  http_error: 'after an error',
  unknown: 'after a restart of the service',
};

export function reasonOf(attempt: DeliveryAttempt): string {
  return attempt.retry_num === 0
    ? REASON_WORDS[attempt.retry_reason]
    : `retry ${attempt.retry_num}, ${REASON_WORDS[attempt.retry_reason]}`;
}
