import { readCliEnvironment } from './env.js';
import { EXIT_CODES } from './errors.js';
import { runSvc } from './program.js';
import { Shell } from './shell.js';

/** What does not end by itself after Ctrl-C is ended after this, in milliseconds. */
const END_MS_MAX = 3_000;

// Who reads the output may stop early, as `head` does: there is no reader left.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? EXIT_CODES.ok : EXIT_CODES.failed),
  );

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    if (interruption.signal.aborted) process.exit(EXIT_CODES.interrupted);
    interruption.abort();
    setTimeout(() => process.exit(EXIT_CODES.interrupted), END_MS_MAX).unref();
  });

const { stdin, stdout, stderr } = process;
const shell = new Shell({ stdin, stdout, stderr, env: readCliEnvironment(), signal: interruption.signal });
// The output may not have been read yet, so the process ends by itself.
process.exitCode = await runSvc(process.argv.slice(2), shell, stderr);
