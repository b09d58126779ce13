import type { Broker } from '@svc/broker';
import type { Publishing } from '@svc/messages';
import { toClients } from '@svc/proto-events';
import type { ClientHint } from '@svc/proto-events';

/** Tells hubs and open consoles what changed. Nobody waits for a hint, and it may be lost. */
export interface Hints {
  agentChanged(agentId: string, userId: string): void;
  eventChanged(eventId: string, agentId: string, userId: string): void;
  /** Hubs look at the agent's sockets again and close those whose credentials have ended. */
  credentialsChanged(agentId: string): void;
}

export function createHints(broker: Broker, publishing: Publishing): Hints {
  const send = (hint: ClientHint): void =>
    publishing.start(() => broker.publish(toClients(), hint), { hint: hint.type, agent_id: hint.agent_id });
  return {
    agentChanged: (agentId, userId) => send({ type: 'agent', agent_id: agentId, user_id: userId }),
    eventChanged: (eventId, agentId, userId) =>
      send({ type: 'event', agent_id: agentId, user_id: userId, event_id: eventId }),
    credentialsChanged: (agentId) => send({ type: 'credentials', agent_id: agentId }),
  };
}
