import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AgentError } from '../errors.js';
import { secondsOf } from '../options.js';
import type { Duration } from '../options.js';
import { readTestingEnvironment } from './env.js';
import { Faults } from './faults.js';
import { ServiceProcess } from './service-process.js';
import { TestPerson } from './test-person.js';
import type { TestedAgent, TestServiceParts } from './test-service.js';

/** What a service under test may be told. */
export interface TestServiceOptions {
  /** What the clock of the service says at first; it runs on from there. Default: the machine's time. */
  clock?: Date | string;
  /** The agent that is made, in the fields of the client API. Default: interactive, called `Agent`. */
  agent?: { agent_name?: string; kind?: 'interactive' | 'approval-only'; webhook_url?: string };
  /** A checkout of the service, which has been built. Default: `AGENT_SERVICE_HOME`, else the one around us. */
  home?: string;
  /** A PostgreSQL whose user may create databases. Default: `TEST_DATABASE_URL`, else one is started. */
  database?: string;
  /** Settings of the service, as environment variables, such as `{ LOG_LEVEL: 'debug' }`; its addresses stay. */
  settings?: Record<string, string>;
  /** Gets the lines of the service's log. Default: the last ones are kept for the messages of errors. */
  log?: (line: string) => void;
  /** How long {@link TestService.advance} waits for one thing that the agent does. Default `'2s'`. */
  patience?: Duration;
}

/** A service under test, for any number of agents. */
export type StartedService = Omit<TestServiceParts, 'agent'>;

/** A first start migrates a database, and a machine may be busy, in milliseconds. */
const START_MS_MAX = 120_000;

export async function startService(options: TestServiceOptions): Promise<StartedService> {
  const env = readTestingEnvironment();
  const program = testServiceProgram(options.home ?? env.home);
  const { clock, database = env.database ?? null, settings = {} } = options;
  const clockMs = clock === undefined ? null : new Date(clock).getTime();
  // Ids of the service hold the time in 48 bits.
  if (clockMs !== null && !(clockMs >= 0 && clockMs < 2 ** 47))
    throw new AgentError(
      'configuration',
      `clock is a date such as "2026-03-01T08:00:00Z"; it was ${String(clock)}.`,
    );
  const patienceMs = secondsOf(options.patience ?? '2s', 'patience') * 1_000;
  const faults = new Faults();
  const publicUrl = `http://127.0.0.1:${await faults.listen()}`;
  const process = new ServiceProcess(program, options.log);
  try {
    const start = { clock_ms: clockMs, patience_ms: patienceMs, public_url: publicUrl, database, settings };
    const { url, ahead_ms: aheadMs } = await process.order<{ url: string; ahead_ms: number }>(
      { order: 'start', ...start },
      START_MS_MAX,
    );
    faults.leadTo(Number(new URL(url).port));
    const person = await TestPerson.signUp(url, 'Ada');
    return { process, faults, person, url, publicUrl, aheadMs };
  } catch (error) {
    await Promise.all([process.end(), faults.close()]);
    throw error;
  }
}

export async function makeAgent(
  person: TestPerson,
  agent: TestServiceOptions['agent'] = {},
): Promise<TestedAgent> {
  const body = { agent_name: 'Agent', kind: 'interactive', ...agent };
  const made = await person.call<{ agent_id: string; secret: string }>('/agents', { body });
  return { agentId: made.agent_id, secret: made.secret };
}

/** The service with a clock of its own, in a checkout that has been built. */
const PROGRAM = 'dist/bin/test-service.mjs';

/** @param home a checkout. Default: the one of this package. @throws {AgentError} `configuration`. */
function testServiceProgram(home = checkoutAbove(dirname(fileURLToPath(import.meta.url)))): string {
  const program = join(home ?? '', PROGRAM);
  if (existsSync(program)) return program;
  throw new AgentError(
    'configuration',
    'There is no service to test with. Clone its repository, run "npm run build" there, and set ' +
      'AGENT_SERVICE_HOME to its folder, or give { home }.',
  );
}

/** The nearest folder that holds a service, or what would be one if it were built. */
function checkoutAbove(folder: string): string | undefined {
  if (existsSync(join(folder, 'services/all-in-one'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : checkoutAbove(above);
}
