import { API_KEY_SCOPES } from '@svc/domain';
import { byName, calls } from './described-operations.suite.js';
import type { OperationObject } from './document.js';

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
    const secret = /"(signing_)?secret":|WithSecret/;
    const giving = ofUsers.filter(({ operation }) => secret.test(JSON.stringify(operation.responses)));
    expect(giving.length).toBeGreaterThan(4);
    const opened = giving.filter(({ operation }) => operation['x-api-key-scope'] !== 'none');
    const names = opened.map(({ operation }) => operation.operationId);
    expect(names.sort()).toEqual(['createAgent', 'rotateAgentSecret']);
    const byAgents = ofUsers.filter(({ operation }) => operation['x-api-key-scope'] === 'agents');
    expect(byAgents).toEqual(opened);
  });

  it('are named by no call that users do not make', () => {
    const others = calls.filter(({ operation }) => !isOfUsers(operation));
    expect(others.filter(({ operation }) => 'x-api-key-scope' in operation)).toEqual([]);
  });
});
