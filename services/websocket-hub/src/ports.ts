import type { Messages, MessageStreams } from '@svc/messages';
import type { Service } from '@svc/runtime';
import type { SignIn } from '@svc/sign-in';
import type { AgentProofStore, Presence, AgentKeys, Store } from '@svc/store';

/** The part of the store that the hub uses. */
export interface HubStore extends AgentProofStore, Pick<Store, 'installationId' | 'rateCounts'> {
  agentKeys: Pick<AgentKeys, 'identify' | 'noteUse'>;
  channels: Pick<Store['channels'], 'websocket'>;
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
export type UserSessions = Pick<SignIn, 'findSession' | 'openAmong'>;

/** Stores an agent's message. Rejects with a `ServiceError` if the message is refused. */
export type AcceptAgentMessage = Messages['acceptAgentMessage'];

/** The messages of this process that grow. They are started and stopped with the hub. */
export type OpenStreams = Service & Pick<MessageStreams, 'begin'>;

/** Tells the owner's open consoles that the agent is now online or offline. */
export type TellPresence = (agentId: string, ownerId: string) => void;

/** Tells the owner's open consoles that the agent is writing in this conversation. */
export type TellTyping = (typing: { agentId: string; userId: string; conversationId: string }) => void;
