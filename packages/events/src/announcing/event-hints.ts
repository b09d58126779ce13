import type { Hints } from './hints.js';
import type { Publishing } from './publishing.js';

/** Agents whose owner is remembered at most. An owner never changes, so what is remembered is never wrong. */
const OWNERS_MAX = 10_000;

export interface EventHintsOptions {
  hints: Pick<Hints, 'agentChanged' | 'eventChanged' | 'runChanged'>;
  /** The agent's owner, or `null` if there is no such agent any more. */
  ownerOf: (agentId: string) => Promise<string | null>;
  /** Waits for what is under way when the process stops. */
  publishing: Pick<Publishing, 'start'>;
}

/** Tells the consoles of an agent's owner what became of its events, for those who do not know the owner. */
export interface EventHints {
  /** The event's state changed, or an attempt to deliver it ended. */
  eventMoved(event: { eventId: string; agentId: string; type: string }): void;
  /** The agent's status or count of failures changed. */
  agentMoved(agentId: string): void;
}

export function createEventHints({ hints, ownerOf, publishing }: EventHintsOptions): EventHints {
  const owners = new Map<string, Promise<string | null>>();

  function ownerKnown(agentId: string): Promise<string | null> {
    const known = owners.get(agentId);
    if (known !== undefined) return known;
    const found = ownerOf(agentId).catch((error: unknown) => {
      owners.delete(agentId);
      throw error;
    });
    owners.set(agentId, found);
    const [oldest] = owners.keys();
    if (owners.size > OWNERS_MAX && oldest !== undefined) owners.delete(oldest);
    return found;
  }

  function tell(agentId: string, tellOwner: (userId: string) => void): void {
    const telling = async (): Promise<void> => {
      const userId = await ownerKnown(agentId);
      if (userId !== null) tellOwner(userId);
    };
    publishing.start(telling, { agent_id: agentId });
  }

  return {
    eventMoved: ({ eventId, agentId, type }) =>
      tell(agentId, (userId) => tellOfEvent(hints, { eventId, agentId, type, userId })),
    agentMoved: (agentId) => tell(agentId, (userId) => hints.agentChanged(agentId, userId)),
  };
}

/** A run begins when its event is delivered, so what moves a task's event may have moved its run. */
export function tellOfEvent(
  hints: Pick<Hints, 'eventChanged' | 'runChanged'>,
  event: { eventId: string; agentId: string; type: string; userId: string },
): void {
  const { eventId, agentId, type, userId } = event;
  hints.eventChanged(eventId, agentId, userId);
  if (type === 'task_due' || type === 'task_trigger') hints.runChanged({ agentId, userId });
}
