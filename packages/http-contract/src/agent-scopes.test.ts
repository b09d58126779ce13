import { describe, expect, it } from '@jest/globals';
import {
  AGENT_SCOPES,
  ENDED_KEYS_PER_AGENT_MAX,
  KEY_EXPIRES_IN_SECONDS,
  KEY_NAME_LENGTH_MAX,
  KEY_STATES,
  KEYS_PER_AGENT_MAX,
} from '@svc/domain';
import { byName, calls } from './described-operations.suite.js';
import type { OperationObject, Schema } from './document.js';
import { document } from './generated/document.js';

const isOfAgents = (operation: OperationObject): boolean =>
  operation.security.some((requirement) => 'agentSecret' in requirement);
const ofAgents = calls.filter(({ operation }) => isOfAgents(operation));

describe('the scopes of keys', () => {
  it.each(byName(ofAgents))('%s names those that open it', (_name, { operation }) => {
    const scopes = operation['x-agent-scopes'] ?? [];
    expect(scopes.length).toBeGreaterThan(0);
    expect(AGENT_SCOPES.filter((scope) => scopes.includes(scope))).toEqual(scopes);
  });

  it.each(byName(ofAgents))('%s says how it refuses a key', (_name, { operation }) => {
    const refusal = operation['x-interactive-only'] === true ? 'KindNotAllowed' : 'ScopeMissing';
    expect(operation.responses).toMatchObject({
      401: { $ref: '#/components/responses/AgentUnauthorized' },
      403: { $ref: `#/components/responses/${refusal}` },
    });
  });

  it('to read open no call that changes something', () => {
    const reading = ofAgents.filter(({ operation }) => operation['x-agent-scopes']?.includes('read'));
    expect(reading.map(({ name }) => name).filter((name) => !name.startsWith('GET '))).toEqual([]);
    expect(reading.length).toBeGreaterThan(5);
  });

  it('are named by no call that agents do not make', () => {
    const others = calls.filter(({ operation }) => !isOfAgents(operation));
    expect(others.filter(({ operation }) => 'x-agent-scopes' in operation)).toEqual([]);
  });

  it('and the bounds of keys are those of the rules', () => {
    const { schemas } = document.components;
    const field = (schema: string, name: string): unknown =>
      (schemas[schema] as { properties: Record<string, Schema> }).properties[name];
    expect(schemas['AgentScope']).toMatchObject({ enum: AGENT_SCOPES });
    expect(schemas['AgentKeyScopes']).toMatchObject({ maxItems: AGENT_SCOPES.length });
    expect(field('AgentKey', 'state')).toMatchObject({ enum: KEY_STATES });
    expect(field('NewAgentKey', 'name')).toMatchObject({ maxLength: KEY_NAME_LENGTH_MAX });
    expect(field('NewAgentKey', 'expires_in_seconds')).toMatchObject({
      minimum: KEY_EXPIRES_IN_SECONDS.min,
      maximum: KEY_EXPIRES_IN_SECONDS.max,
    });
    const path = document.paths['/api/client/agents/{agent_id}/keys'];
    expect(path?.get?.responses).toMatchObject({
      200: {
        content: {
          'application/json': { schema: { maxItems: KEYS_PER_AGENT_MAX + ENDED_KEYS_PER_AGENT_MAX } },
        },
      },
    });
    expect(path?.post?.description).toContain(`at most ${KEYS_PER_AGENT_MAX} active keys`);
  });
});
