import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type ApiKey = Schemas['ApiKey'];
export type ApiKeyWithSecret = Schemas['ApiKeyWithSecret'];
export type ApiKeyScope = Schemas['ApiKeyScope'];
export type NewApiKey = Schemas['NewApiKey'];

const KEYS = '/api/client/account/keys';

/** The keys of the person's programs, newest first. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => answerOf(api.GET(KEYS, { signal })),
});

export function createApiKey(key: NewApiKey): Promise<ApiKeyWithSecret> {
  return answerOf(api.POST(KEYS, { body: key }));
}

export async function revokeApiKey(keyId: string): Promise<void> {
  const params = { path: { key_id: keyId } };
  await answerOf(api.DELETE('/api/client/account/keys/{key_id}', { params }));
}
