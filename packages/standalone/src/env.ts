import { readEnvironment } from '@svc/runtime';
import type { Environment, Secret } from '@svc/runtime';

/** For the migration command. */
export function readDatabaseUrl(env: Environment = process.env): Secret {
  return readEnvironment(env, (read) =>
    read.secretUrl('DATABASE_URL', { protocols: ['postgresql:', 'postgres:'] }),
  );
}
