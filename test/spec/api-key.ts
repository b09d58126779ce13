import type { Person } from '@svc/testkit';
import { expectAnswer } from './answers.js';

export interface ApiKey {
  key_id: string;
  name: string;
  secret: string;
  /** What has nothing but the key. */
  program: Person;
}

/** An API key of a person: any scope and an hour, unless told otherwise. */
export async function makeApiKey(person: Person, more: object = {}): Promise<ApiKey> {
  const body = {
    name: 'Nightly backup',
    scopes: ['read', 'write', 'decisions', 'agents'],
    expires_in_seconds: 3_600,
    ...more,
  };
  const answer = await person.call('/account/keys', { body });
  expectAnswer('createApiKey', answer, 201);
  const key = answer.body as Omit<ApiKey, 'program'>;
  return { ...key, program: person.withToken(key.secret) };
}
