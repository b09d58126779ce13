import type { AgentEvent } from '../../api/events.ts';
import { CHANNEL_WORDS } from '../../generated/channel-words.ts';
import { PAUSED_WORDS, succeeded } from '../deliveries/event-words.ts';

export interface DeliveryWords {
  /** Short enough to stand beside a message. */
  short: string;
  long: string;
  tone: 'quiet' | 'good' | 'warn' | 'bad';
}

export function deliveryWords(
  event: Pick<AgentEvent, 'state' | 'channel' | 'attempts' | 'next_attempt_at'>,
  { isPaused = false } = {},
): DeliveryWords {
  if (isPaused)
    return {
      short: PAUSED_WORDS.text,
      long: 'It is sent when the webhook accepts a delivery.',
      tone: 'warn',
    };
  const failures = event.attempts.filter((attempt) => !succeeded(attempt));
  switch (event.state) {
    case 'delivered': {
      const { short, long } = CHANNEL_WORDS[event.channel ?? 'websocket'];
      return { short, long, tone: 'good' };
    }
    case 'waiting':
      return {
        short: 'Waiting',
        long: 'The agent is not connected. It gets this when it connects or polls.',
        tone: 'warn',
      };
    case 'failed':
      return { short: 'Not delivered', long: `The webhook failed ${times(failures.length)}.`, tone: 'bad' };
    case 'pending':
      if (event.next_attempt_at === null)
        return { short: 'Sending', long: 'On its way to the agent.', tone: 'quiet' };
      return {
        short: 'Retrying',
        long: `The webhook failed ${times(failures.length)}. It is tried again soon.`,
        tone: 'warn',
      };
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
