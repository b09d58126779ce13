import { readDatabaseUrl } from './env.js';
import { migrate } from './migrate.js';

// The command that a deployment runs once before its services start.
const applied = await migrate(readDatabaseUrl());
process.stdout.write(
  applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`,
);
