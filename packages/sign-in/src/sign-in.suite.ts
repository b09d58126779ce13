import { SecretBox } from '@svc/domain';
import { createLogger, systemClock } from '@svc/runtime';
import type { LoggerOptions } from '@svc/runtime';
import { openStore } from '@svc/store';
import { createSignIn } from './sign-in.js';

/** A sign-in on a store of its own, and a call of it. */
export function openSignIn(databaseUrl: string, logging: Omit<LoggerOptions, 'service'>) {
  const store = openStore({ databaseUrl, box: new SecretBox(Buffer.alloc(32)) });
  const signIn = createSignIn({
    ...{ store, secretsKeys: [Buffer.alloc(32)], publicBaseUrl: 'http://localhost', clock: systemClock },
    logger: createLogger({ service: 'test', ...logging }),
  });
  const headers = { 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    signIn.handle(
      new Request(`http://localhost/api/auth${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      }),
    );
  return { store, signIn, post };
}
