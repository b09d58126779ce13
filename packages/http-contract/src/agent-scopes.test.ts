import { AGENT_SCOPES } from '@svc/domain';
import { byName, calls } from './described-operations.suite.js';
import type { OperationObject } from './document.js';

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

  it('are named by no call that agents do not make', () => {
    const others = calls.filter(({ operation }) => !isOfAgents(operation));
    expect(others.filter(({ operation }) => 'x-agent-scopes' in operation)).toEqual([]);
  });
});
