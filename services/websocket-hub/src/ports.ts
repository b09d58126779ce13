import type { Outcome } from '@svc/broker';
import type { AgentKind } from '@svc/domain';
import type { SignIn } from '@svc/sign-in';
import type { OpenAtHubQueries } from '@svc/events';
import type { AgentProofStore, ArrivedEvent, Attempts, Events, Presence, AgentKeys, Store } from '@svc/store';

/** The part of the store that the hub uses. */
export interface HubStore extends AgentProofStore, Pick<Store, 'installationId' | 'rateCounts'> {
  agentKeys: Pick<AgentKeys, 'identify' | 'noteUse'>;
  events: Pick<Events, 'markDelivered' | 'readOpen' | 'route' | 'setAside'> & OpenAtHubQueries;
  attempts: Pick<Attempts, 'putOff'>;
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

/** Finds the user of the client app by cookie or token, and the sessions that have ended. */
export type UserDoor = Pick<SignIn, 'findSession' | 'openAmong'>;

/** A valid message frame, with the sender that the socket knows. */
export interface AgentMessage {
  agentId: string;
  kind: AgentKind;
  text: string | undefined;
  imageBase64: string | undefined;
  /** Uploads of the agent. */
  mediaIds: string[] | undefined;
  conversationId: string | undefined;
  reportTitle: string | undefined;
  reportDescription: string | undefined;
  taskRunId: string | undefined;
}

/** Stores an agent's message. Rejects with a `ServiceError` if the message is refused. */
export type AcceptAgentMessage = (
  message: AgentMessage,
) => Promise<{ messageId: string; conversationId: string }>;

/** Sends an event to the fallback, which looks for another channel. */
export type HandOver = (event: ArrivedEvent) => Promise<void>;

/** Tells the owner's open consoles that the agent is now online or offline. */
export type TellPresence = (agentId: string, ownerId: string) => void;

/** Tells the broker what to do with the message of an event; absent if the event came from the store. */
export type Settle = (outcome: Outcome) => void;
