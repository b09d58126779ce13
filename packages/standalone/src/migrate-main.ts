import { configurationOrExit } from '@svc/runtime';
import { migrate } from '@svc/store';
import { readDatabaseUrl } from './env.js';

// The command that a deployment runs once before its services start.
const databaseUrl = configurationOrExit(() => readDatabaseUrl());
const applied = await migrate(databaseUrl.reveal());
process.stdout.write(
  applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`,
);
