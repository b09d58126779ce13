import type { AgentKind, ServiceError } from '@svc/domain';
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
  /** Buttons under the message. */
  quickReplies: { text: string; value?: string }[] | undefined;
}

/** Stores an agent's message. Rejects with a `ServiceError` if the message is refused. */
export type AcceptAgentMessage = (
  message: AgentMessage,
) => Promise<{ messageId: string; conversationId: string }>;

/** A message that an agent writes in pieces. */
export interface GrowingText {
  /** However it ended. */
  readonly isOver: boolean;
  /** Throws a `ServiceError` if the text is refused; the message is over then. */
  append(text: string): void;
  /** Stores the message. Rejects as {@link AcceptAgentMessage}. The message is over then, unless the store was away. */
  end(
    rest: Pick<AgentMessage, 'mediaIds' | 'reportTitle' | 'reportDescription' | 'taskRunId' | 'quickReplies'>,
  ): Promise<{ messageId: string; conversationId: string }>;
  abort(): void;
  /** It breaks off. */
  cut(): void;
}

/** The messages of this process that grow. They are started and stopped with the hub. */
export interface OpenStreams extends Service {
  /** Rejects with a `ServiceError` if the message is refused. */
  begin(opening: {
    agentId: string;
    ownerId: string;
    kind: AgentKind;
    conversationId: string | undefined;
    /** By which the agent knows it again: it is stored once under its key. */
    key: string | undefined;
    /** Called if it breaks off for a reason that its sender does not know. */
    onCut: (reason: ServiceError) => void;
  }): Promise<GrowingText>;
}

/** Tells the owner's open consoles that the agent is now online or offline. */
export type TellPresence = (agentId: string, ownerId: string) => void;

/** Tells the owner's open consoles that the agent is writing in this conversation. */
export type TellTyping = (typing: { agentId: string; userId: string; conversationId: string }) => void;
