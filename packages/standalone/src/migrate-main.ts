import { CONFIGURATION_EXIT_CODE, configurationOrExit } from '@svc/runtime';
import { migrate, OtherVersionError } from '@svc/store';
import { readDatabaseUrl } from './env.js';

// The command that a deployment runs once before its services start.
const databaseUrl = configurationOrExit(() => readDatabaseUrl());
try {
  const applied = await migrate(databaseUrl.reveal());
  process.stdout.write(
    applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`,
  );
} catch (error) {
  if (!(error instanceof OtherVersionError)) throw error;
  process.stderr.write(`\n✗ ${error.message}\n\n`);
  process.exitCode = CONFIGURATION_EXIT_CODE;
}
