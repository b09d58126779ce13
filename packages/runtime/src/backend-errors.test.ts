import { describe, expect, it } from '@jest/globals';
import { saysBackendIsAway } from './backend-errors.js';

function coded(code: string, cause?: unknown): Error {
  return Object.assign(new Error('failed', { cause }), { code });
}

describe('an error', () => {
  it.each([
    ['a refused connection', coded('ECONNREFUSED')],
    ['a server that shuts down', coded('57P01')],
    ['a broken connection of node-postgres', new Error('Connection terminated unexpectedly')],
    ['a database that Prisma cannot reach', coded('P1001')],
    ['a cause of another error', new Error('outer', { cause: coded('ECONNRESET') })],
    ['a driver adapter', new Error('x', { cause: { kind: 'DatabaseNotReachable' } })],
  ])('says that a backend is away: %s', (_name, error) => {
    expect(saysBackendIsAway(error)).toBe(true);
  });

  it.each([
    ['a violated constraint', coded('23505')],
    ['a defect', new TypeError('x is not a function')],
    ['nothing', undefined],
  ])('does not say so: %s', (_name, error) => {
    expect(saysBackendIsAway(error)).toBe(false);
  });
});
