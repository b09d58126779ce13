import type { OperationChecks } from '@svc/http-contract';
import { decodeFiles, sentByAgent, sentByUser } from '@svc/messages';
import type { MessageFiles } from '@svc/messages';
import type { AgentIdentity } from '@svc/store';
import type { ClientCaller } from '../client-caller.js';

/** Files of messages by the bodies that brought them, from the check of a call to its handler. */
export type DecodedFiles = WeakMap<object, MessageFiles>;

/** Pictures are written anew before a call with a key begins its transaction, which would wait for them with a connection. */
export function userMessageChecks(decoded: DecodedFiles) {
  return {
    async sendUserMessage({ auth: { userId }, body }) {
      const sent = sentByUser({ userId, images: body.images, audio: body.audio_base64 });
      decoded.set(body, await decodeFiles(sent));
    },
  } satisfies OperationChecks<ClientCaller>;
}

export function agentMessageChecks(decoded: DecodedFiles) {
  return {
    async sendAgentMessage({ auth: { agentId }, body }) {
      decoded.set(body, await decodeFiles(sentByAgent({ agentId, image: body.image_base64 })));
    },
  } satisfies OperationChecks<AgentIdentity>;
}
