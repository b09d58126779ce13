import type { Outcome } from '@svc/broker';
import type { AgentKind } from '@svc/domain';
import type { SignIn } from '@svc/sign-in';
import type { OpenAtHubQueries } from '@svc/events';
import type { AgentIdentity, ArrivedEvent, Events, Presence } from '@svc/store';

/** What the hub asks of the store. */
export interface HubStore {
  agents: { identify(agentId: string): Promise<AgentIdentity | null> };
  events: Pick<Events, 'markDelivered' | 'readOpen' | 'route' | 'setAside'> & OpenAtHubQueries;
  presence: Pick<
    Presence,
    | 'beat'
    | 'claimSlot'
    | 'connect'
    | 'disconnect'
    | 'purgeUnknown'
    | 'reclaimSlot'
    | 'releaseSlot'
    | 'signOffAll'
  >;
}

/** Who a user of the client app is, by cookie or token, and whose session has ended. */
export type UserDoor = Pick<SignIn, 'findSession' | 'openAmong'>;

/** A message frame after validation, with what the socket knows of its sender. */
export interface AgentMessage {
  agentId: string;
  kind: AgentKind;
  text: string | undefined;
  imageBase64: string | undefined;
  conversationId: string | undefined;
  reportTitle: string | undefined;
  reportDescription: string | undefined;
  taskRunId: string | undefined;
}

/** Stores an agent's message. Rejects with a `ServiceError` where it is refused. */
export type AcceptAgentMessage = (
  message: AgentMessage,
) => Promise<{ messageId: string; conversationId: string }>;

/** Sends an event to the fallback, which looks for another channel. */
export type HandOver = (event: ArrivedEvent) => Promise<void>;

/** Tells the owner's open consoles that the agent came online or went. */
export type TellPresence = (agentId: string, ownerId: string) => void;

/** Tells the broker what becomes of the message that brought an event; absent where the event came from the store. */
export type Settle = (outcome: Outcome) => void;
