import { AUDIO_BYTES_MAX, IMAGE_BYTES_MAX, invalidField, ServiceError } from '@svc/domain';
import type { MediaLinks } from '@svc/domain';
import { agentAccess, apiKeyScopeOf } from '@svc/http-contract';
import type { BodyHolders, HeldBodies } from '@svc/http-contract';
import { HEAD_BYTES } from '@svc/messages';
import type { UploadReceiver } from '@svc/messages';
import type { UploadOwner } from '@svc/store';
import { Router } from 'express';
import type { Request, Response } from 'express';
import { assertScope } from './agent-door.js';
import type { AgentDoor } from './agent-door.js';
import { accountHolders } from './caller-bodies.js';
import type { RateLimits } from './rate-limits.js';
import type { UserDoor } from './user-door.js';

export interface UploadRoutesDependencies {
  agentDoor: Pick<AgentDoor, 'enter'>;
  userDoor: UserDoor;
  bodies: HeldBodies;
  rateLimits: Pick<RateLimits, 'countAgentBytes' | 'countUserBytes'>;
  receiver: Pick<UploadReceiver, 'receive'>;
  links: Pick<MediaLinks, 'forAgent' | 'forPerson'>;
}

/** Who sends a file, and what follows from that. */
interface Sender {
  owner: UploadOwner;
  holders: BodyHolders;
  count: (bytes: number) => Promise<void>;
  link: (url: string) => string;
}

/** `POST /api/agent/media` and `POST /api/client/media`: the body is the file. Callers are known before any of it is read. */
export function uploadRoutes(deps: UploadRoutesDependencies): Router {
  const { agentDoor, userDoor, rateLimits, links } = deps;
  const router = Router({ caseSensitive: true });

  router.post('/api/agent/media', async (request, response) => {
    const address = request.ip ?? '';
    const { agent, credential } = await agentDoor.enter(request.headers, address);
    const access = agentAccess('uploadAgentMedia');
    if (agent.kind !== 'interactive' && access.isInteractiveOnly) throw new ServiceError('kind_not_allowed');
    assertScope(credential, access.scopes);
    const { agentId, ownerId } = agent;
    await receive(deps, request, response, {
      owner: { agentId },
      holders: accountHolders({ userId: ownerId, address }),
      count: (bytes) => rateLimits.countAgentBytes(agentId, bytes),
      link: (url) => links.forAgent(url),
    });
  });

  router.post('/api/client/media', async (request, response) => {
    const address = request.ip ?? '';
    const { userId } = await userDoor(request, address, apiKeyScopeOf('uploadMedia'));
    await receive(deps, request, response, {
      owner: { userId },
      holders: accountHolders({ userId, address }),
      count: (bytes) => rateLimits.countUserBytes(userId, bytes),
      link: (url) => links.forPerson(url),
    });
  });

  router.all(['/api/agent/media', '/api/client/media'], (_request, response) => {
    response.setHeader('Allow', 'POST');
    throw new ServiceError('method_not_allowed');
  });
  return router;
}

async function receive(
  { bodies, receiver }: Pick<UploadRoutesDependencies, 'bodies' | 'receiver'>,
  request: Request,
  response: Response,
  { owner, holders, count, link }: Sender,
): Promise<void> {
  const announced = request.headers['content-length'];
  const byteLength = announced === undefined ? null : Number(announced);
  assertPossible(request, byteLength);
  const rules = { bytesMax: AUDIO_BYTES_MAX, heldMax: HEAD_BYTES, holders };
  const received = await bodies.pass(request, response, rules, (bytes) =>
    receiver.receive({ owner, bytes, byteLength }),
  );
  await count(received.byteLength);
  const { mediaId: media_id, contentType: content_type, byteLength: byte_length, url } = received;
  response.setHeader('Cache-Control', 'no-store');
  response.status(201).json({ media_id, content_type, byte_length, url: link(url) });
}

/** Refuses, before any of it is read, what cannot be a file that fits. What a file is in the end, its content says. */
function assertPossible({ headers }: Request, byteLength: number | null): void {
  const type = headers['content-type'] ?? '';
  if (!/^(?:image|audio|video)\/|^application\/octet-stream/i.test(type)) {
    throw new ServiceError('unsupported_media_type', {
      detail: 'The body must be an image or an audio file',
    });
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new ServiceError('unsupported_media_type', { detail: 'Body must not be compressed' });
  }
  if (byteLength === 0) throw invalidField('body', 'is required');
  if (byteLength === null) return;
  if (/^image\//i.test(type) && byteLength > IMAGE_BYTES_MAX) throw new ServiceError('image_too_large');
  if (byteLength > AUDIO_BYTES_MAX) throw new ServiceError('audio_too_large');
}
