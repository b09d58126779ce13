import { saysBackendIsAway } from './health.js';

function coded(code: string, cause?: unknown): Error {
  return Object.assign(new Error('failed', { cause }), { code });
}

/** As Prisma reports what PostgreSQL refused. */
function prismaError(originalCode: string): Error {
  const driverAdapterError = { name: 'DriverAdapterError', cause: { originalCode, kind: 'postgres' } };
  return Object.assign(coded('P2039'), { meta: { modelName: 'User', driverAdapterError } });
}

describe('an error', () => {
  it.each([
    ['a refused connection', coded('ECONNREFUSED')],
    ['a server that shuts down', coded('57P01')],
    ['a broken connection of node-postgres', new Error('Connection terminated unexpectedly')],
    ['a database that Prisma cannot reach', coded('P1001')],
    ['a cause of another error', new Error('outer', { cause: coded('ECONNRESET') })],
    ['a driver adapter', new Error('x', { cause: { kind: 'DatabaseNotReachable' } })],
    ['a database that takes no writes', coded('25006')],
    ['a database that recovers', coded('57P03')],
    ['a full disk', coded('53100')],
    ['a row that was locked for too long', coded('55P03')],
    ['a statement that took too long', coded('57014')],
    ['a connection that has ended before the statement', new Error('Client was closed and is not queryable')],
    ['Prisma, which keeps the reason apart', prismaError('25006')],
  ])('says that a backend is away: %s', (_name, error) => {
    expect(saysBackendIsAway(error)).toBe(true);
  });

  it.each([
    ['a violated constraint', coded('23505')],
    ['Prisma, of a violated constraint', prismaError('23505')],
    ['a defect', new TypeError('x is not a function')],
    ['nothing', undefined],
  ])('does not say so: %s', (_name, error) => {
    expect(saysBackendIsAway(error)).toBe(false);
  });
});
