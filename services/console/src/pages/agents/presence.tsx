import type { Agent } from '../../api/agents.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/badge.tsx';

/** How an agent can be reached. The service does not keep when an agent polls. */
export function presenceWords({ online, webhook_url: url }: Pick<Agent, 'online' | 'webhook_url'>): string {
  if (online) return 'Online';
  return url === null ? 'Offline' : 'Reachable by webhook';
}

/** How an agent can be reached, and whether its events reach it. */
export function PresenceBadges({ agent }: { agent: Agent }) {
  const trouble = deliveryTrouble(agent);
  return (
    <>
      <Badge tone={agent.online ? 'good' : 'neutral'}>{presenceWords(agent)}</Badge>
      {trouble !== null && <Badge tone={trouble.tone}>{trouble.phrase}</Badge>}
    </>
  );
}

/** That events do not reach the agent as they should: in a word for lists and a phrase for badges. */
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
