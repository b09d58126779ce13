import type { Service } from '../settings/service.js';
import { socketFrames } from './socket-frames.js';
import type { Frame } from './socket-frames.js';

export type Hint = Frame;

const REFUSALS: Record<number, string> = {
  4001: 'The service does not understand this version of svc.',
  4003: 'The key is not valid, or may not read.',
  4010: 'The key has ended.',
};

/** @throws CliError `not_signed_in` if the service refuses the key. */
export function hintsOf({ url, key }: Service, signal: AbortSignal): AsyncGenerator<Hint> {
  const auth = { type: 'auth', token: key ?? '' };
  return socketFrames({
    ...{ url, path: '/ws/client', auth, refusals: REFUSALS, hint: 'Run `svc login`.', signal },
  });
}
