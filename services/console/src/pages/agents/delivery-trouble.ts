import type { Agent } from '../../api/agents.ts';
import type { Tone } from '../../ui/badge.tsx';

/** That events do not reach the agent as they should: in a word for lists and a phrase for the agent's own page. */
interface DeliveryTrouble {
  word: string;
  phrase: string;
  tone: Tone;
}

/** `null` if deliveries go well. */
export function deliveryTrouble({
  status,
  webhook_breaker: breaker,
}: Pick<Agent, 'status' | 'webhook_breaker'>): DeliveryTrouble | null {
  if (breaker?.state === 'open') return { word: 'held back', phrase: 'Deliveries held back', tone: 'bad' };
  if (status === 'error') return { word: 'failing', phrase: 'Deliveries fail', tone: 'bad' };
  if (breaker?.state === 'releasing') return { word: 'catching up', phrase: 'Catching up', tone: 'warn' };
  return null;
}
