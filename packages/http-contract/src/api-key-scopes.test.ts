import { describe, expect, it } from '@jest/globals';
import {
  API_KEY_EXPIRES_IN_SECONDS,
  API_KEY_SCOPES,
  API_KEYS_PER_USER_MAX,
  ENDED_API_KEYS_PER_USER_MAX,
  KEY_NAME_LENGTH_MAX,
  KEY_STATES,
} from '@svc/domain';
import { byName, calls } from './described-operations.suite.js';
import type { OperationObject, Schema } from './document.js';
import { document } from './generated/document.js';

const isOfUsers = (operation: OperationObject): boolean =>
  operation.security.some((requirement) => 'bearerToken' in requirement);
const ofUsers = calls.filter(({ operation }) => isOfUsers(operation));

describe('the scopes of API keys', () => {
  it.each(byName(ofUsers))('%s names the one that opens it, or none', (_name, { operation }) => {
    expect([...API_KEY_SCOPES, 'none']).toContain(operation['x-api-key-scope']);
    expect(operation.responses).toMatchObject({ 401: { $ref: '#/components/responses/Unauthorized' } });
    expect(operation.responses).toHaveProperty('403');
  });

  it('to read open no call that changes something', () => {
    const reading = ofUsers.filter(({ operation }) => operation['x-api-key-scope'] === 'read');
    const others = reading.map(({ name }) => name).filter((name) => !name.startsWith('GET '));
    expect(others.filter((name) => !name.endsWith('/preview'))).toEqual([]);
    expect(reading.length).toBeGreaterThan(10);
  });

  it('but for that of agents open no call whose answer has a secret', () => {
    const giving = ofUsers.filter(({ operation }) =>
      /"(signing_)?secret":|WithSecret/.test(JSON.stringify(operation.responses)),
    );
    expect(giving.length).toBeGreaterThan(4);
    const opened = giving.filter(({ operation }) => operation['x-api-key-scope'] !== 'none');
    expect(opened.map(({ operation }) => operation.operationId).sort()).toEqual([
      'createAgent',
      'rotateAgentSecret',
    ]);
    const byAgents = ofUsers.filter(({ operation }) => operation['x-api-key-scope'] === 'agents');
    expect(byAgents).toEqual(opened);
  });

  it('are named by no call that users do not make', () => {
    const others = calls.filter(({ operation }) => !isOfUsers(operation));
    expect(others.filter(({ operation }) => 'x-api-key-scope' in operation)).toEqual([]);
  });

  it('and the bounds of keys are those of the rules', () => {
    const { schemas } = document.components;
    const field = (schema: string, name: string): unknown =>
      (schemas[schema] as { properties: Record<string, Schema> }).properties[name];
    expect(schemas['ApiKeyScope']).toMatchObject({ enum: API_KEY_SCOPES });
    expect(schemas['ApiKeyScopes']).toMatchObject({ maxItems: API_KEY_SCOPES.length });
    expect(field('ApiKey', 'state')).toMatchObject({ enum: KEY_STATES });
    expect(field('NewApiKey', 'name')).toMatchObject({ maxLength: KEY_NAME_LENGTH_MAX });
    expect(field('NewApiKey', 'expires_in_seconds')).toMatchObject({
      minimum: API_KEY_EXPIRES_IN_SECONDS.min,
      maximum: API_KEY_EXPIRES_IN_SECONDS.max,
    });
    const path = document.paths['/api/client/account/keys'];
    expect(path?.get?.responses).toMatchObject({
      200: {
        content: {
          'application/json': {
            schema: { maxItems: API_KEYS_PER_USER_MAX + ENDED_API_KEYS_PER_USER_MAX },
          },
        },
      },
    });
    expect(path?.post?.description).toContain(`at most ${API_KEYS_PER_USER_MAX} active keys`);
  });
});
