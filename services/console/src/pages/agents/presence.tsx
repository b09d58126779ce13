import { isPolling } from '../../api/agents.ts';
import type { Agent } from '../../api/agents.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/badge.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { timeAgo } from '../../ui/time-format.ts';

export function presenceWords(
  agent: Pick<Agent, 'online' | 'webhook_url' | 'last_polled_at'>,
): 'Online' | 'Reachable by webhook' | 'Polls' | 'Offline' {
  if (agent.online) return 'Online';
  if (agent.webhook_url !== null) return 'Reachable by webhook';
  return isPolling(agent) ? 'Polls' : 'Offline';
}

const SECOND_MS = 1_000;

/** {@link isPolling}, which ends without a change of the agent. */
export function useIsPolling(agent: Agent): boolean {
  useNow(30 * SECOND_MS);
  return isPolling(agent);
}

/** When an agent last polled. Where a screen reader tells of changes, it hears only that the agent polls. */
export function Polled({ at, isQuiet = false }: { at: string; isQuiet?: boolean }) {
  const now = useNow(SECOND_MS);
  return (
    <>
      <span aria-hidden={isQuiet}>Polled {timeAgo(new Date(at), now)}</span>
      {isQuiet && <span className="visually-hidden">Polls</span>}
    </>
  );
}

export function PresenceBadges({ agent }: { agent: Agent }) {
  const trouble = deliveryTrouble(agent);
  useIsPolling(agent);
  const words = presenceWords(agent);
  const polledAt = words === 'Polls' ? agent.last_polled_at : null;
  return (
    <>
      <Badge tone={agent.online ? 'good' : 'neutral'}>
        {polledAt === null ? words : <Polled at={polledAt} isQuiet />}
      </Badge>
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
