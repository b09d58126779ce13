import { readEnvironment } from '@svc/runtime';
import type { Environment, Secret } from '@svc/runtime';

/** The address of the database that the migration command works on. */
export function readDatabaseUrl(env: Environment = process.env): Secret {
  return readEnvironment(env, (read) =>
    read.secretUrl('DATABASE_URL', { protocols: ['postgresql:', 'postgres:'] }),
  );
}
