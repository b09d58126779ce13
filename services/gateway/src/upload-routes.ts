import { AUDIO_BYTES_MAX, IMAGE_BYTES_MAX, invalidField, ServiceError } from '@svc/domain';
import type { MediaLinks } from '@svc/domain';
import { agentAccess, apiKeyScopeOf, fileOfForm, FORM_BYTES_MAX, isForm } from '@svc/http-contract';
import type { BodyHolders, HeldBodies } from '@svc/http-contract';
import { HEAD_BYTES } from '@svc/messages';
import type { SentUpload, UploadReceiver } from '@svc/messages';
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

/** `POST /api/agent/media` and `POST /api/client/media`: the body is the file, or a form with it. Callers are known before any of it is read. */
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
  const type = request.headers['content-type'] ?? '';
  const besideBytesMax = isForm(type) ? FORM_BYTES_MAX : 0;
  const announced = announcedBytes(request, besideBytesMax);
  assertPossible(request, announced);
  const rules = {
    ...{ bytesMax: AUDIO_BYTES_MAX + besideBytesMax, heldMax: HEAD_BYTES + besideBytesMax, holders },
  };
  const received = await bodies.pass(request, response, rules, (body) => {
    const bytes = counted(body, count);
    return receiver.receive({
      ...{ owner, announced, bytes: isForm(type) ? fileOfForm(bytes, type, FILE_PART) : bytes },
    });
  });
  const { mediaId: media_id, contentType: content_type, byteLength: byte_length, url } = received;
  response.setHeader('Cache-Control', 'no-store');
  response.status(201).json({ media_id, content_type, byte_length, url: link(url) });
}

/** The part of a form that is the file. What names no type is text there, and its content decides. */
const FILE_PART = {
  name: 'file',
  typeRefusal: (type: string) => (type === 'text/plain' ? null : typeRefusal(type)),
};

/** What the length of the body says about that of the file. */
function announcedBytes({ headers }: Request, besideBytesMax: number): SentUpload['announced'] {
  const announced = headers['content-length'];
  if (announced === undefined) return null;
  const bytesMax = Number(announced);
  return { bytesMin: Math.max(0, bytesMax - besideBytesMax), bytesMax };
}

/** Refuses, before any of it is read, what cannot be a file that fits. What a file is in the end, its content says. */
function assertPossible({ headers }: Request, announced: SentUpload['announced']): void {
  const type = headers['content-type'] ?? '';
  const refusal = isForm(type) ? null : typeRefusal(type);
  if (refusal !== null) throw refusal;
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new ServiceError('unsupported_media_type', { detail: 'Body must not be compressed' });
  }
  if (announced === null) return;
  if (announced.bytesMax === 0) throw invalidField('body', 'is required');
  if (/^image\//i.test(type) && announced.bytesMin > IMAGE_BYTES_MAX)
    throw new ServiceError('image_too_large');
  if (announced.bytesMin > AUDIO_BYTES_MAX) throw new ServiceError('audio_too_large');
}

function typeRefusal(type: string): ServiceError | null {
  if (/^(?:image|audio|video)\/|^application\/octet-stream/i.test(type)) return null;
  return new ServiceError('unsupported_media_type', { detail: 'The body must be an image or an audio file' });
}

/** Counts bytes as they come, so that those of a file that is refused in the end count too. */
async function* counted(body: AsyncIterable<Buffer>, count: Sender['count']): AsyncGenerator<Buffer> {
  for await (const piece of body) {
    await count(piece.length);
    yield piece;
  }
}
