import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AgentError } from '../errors.js';
import { secondsOf } from '../duration.js';
import type { Duration } from '../duration.js';
import { readTestingEnvironment } from './env.js';
import { Faults } from './faults.js';
import { ServiceProcess } from './service-process.js';
import { TestPerson } from './test-person.js';
import type { TestedAgent, TestServiceParts } from './test-service.js';

/** What a service under test may be told. */
export interface TestServiceOptions {
  /** What the clock of the service says at first; it runs on from there. Default: the machine's time. */
  clock?: Date | string;
  /** The agent that is made. Default: interactive, called `Agent`, without a webhook. */
  agent?: { name?: string; kind?: 'interactive' | 'approval-only'; webhookUrl?: string; features?: string[] };
  /** The folder of a checkout of the service, which has been built. Default: `AGENT_SERVICE_HOME`, else the checkout that this package lies in. */
  home?: string;
  /**
   * The address of a PostgreSQL whose user may create databases: the service gets one of its own there. Default: `TEST_DATABASE_URL`, else a PostgreSQL is started for
   * this service, which takes a second more.
   */
  database?: string;
  /**
   * Settings of the service, as environment variables, such as `{ WEBHOOK_RETRY_DELAYS_MS: '1000,2000' }`. Its addresses, its servers and its folder are the test's
   * own.
   */
  settings?: Record<string, string>;
  /** Gets the lines of the service's log. Default: only the last ones are kept, for the message of an error. `settings: { LOG_LEVEL: 'debug' }` makes it tell more. */
  log?: (line: string) => void;
  /** How long {@link TestService.advance} waits for one thing that the agent is doing, in real time. Default `'2s'`. */
  patience?: Duration;
}

/** A service under test, for any number of agents. */
export type StartedService = Omit<TestServiceParts, 'agent'>;

/** What every test has of its own; what is left behind elsewhere could not be found again. */
const OWN_SETTINGS = /^(HOST|PORT|PUBLIC_BASE_URL|DATA_DIR|DATABASE_URL|AMQP_.*|DEMO)$/;
/** A first start migrates a database, and a machine may be busy, in milliseconds. */
const START_MS_MAX = 120_000;

export async function startService(options: TestServiceOptions): Promise<StartedService> {
  const env = readTestingEnvironment();
  const program = testServiceProgram(options.home ?? env.home);
  const clockMs = options.clock === undefined ? null : startOf(options.clock);
  const patienceMs = secondsOf(options.patience ?? '2s', 'patience') * 1_000;
  const { settings = {} } = options;
  const own = Object.keys(settings).find((name) => OWN_SETTINGS.test(name));
  if (own !== undefined)
    throw new AgentError('configuration', `settings cannot set ${own}: every test has its own.`);
  const faults = new Faults();
  const publicUrl = `http://127.0.0.1:${await faults.listen()}`;
  const process = new ServiceProcess(program, options.log);
  try {
    const { url, ahead_ms: aheadMs } = await process.order<{ url: string; ahead_ms: number }>(
      {
        ...{ order: 'start', public_url: publicUrl, database: options.database ?? env.database ?? null },
        ...{ clock_ms: clockMs, patience_ms: patienceMs, settings },
      },
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
  {
    name = 'Agent',
    kind = 'interactive',
    webhookUrl,
    features,
  }: NonNullable<TestServiceOptions['agent']> = {},
): Promise<TestedAgent> {
  const made = await person.call<{ agent_id: string; secret: string }>('/agents', {
    body: { agent_name: name, kind, webhook_url: webhookUrl },
  });
  if (features !== undefined)
    await person.call(`/agents/${made.agent_id}`, { method: 'PATCH', body: { features } });
  return { agentId: made.agent_id, secret: made.secret };
}

function startOf(clock: Date | string): number {
  const timeMs = new Date(clock).getTime();
  // Ids of the service hold the time in 48 bits.
  if (timeMs >= 0 && timeMs < 2 ** 47) return timeMs;
  throw new AgentError(
    'configuration',
    `clock is a date, or a text such as "2026-03-01T08:00:00Z"; it was ${String(clock)}.`,
  );
}

/** The service with a clock of its own, in a checkout that has been built. */
const PROGRAM = 'dist/bin/test-service.mjs';

/** @param home a checkout. Default: the one of this package. @throws {AgentError} `configuration`. */
function testServiceProgram(home = checkoutAbove(dirname(fileURLToPath(import.meta.url)))): string {
  const program = home === undefined ? '' : join(home, PROGRAM);
  if (existsSync(program)) return program;
  const where = home === undefined ? '' : ` in ${home}`;
  throw new AgentError(
    'configuration',
    `There is no service to test with${where}. Clone its repository, run "npm run build" there, and set AGENT_SERVICE_HOME to its folder, or give { home }.`,
  );
}

/** The nearest folder that holds a service, or what would be one if it were built. */
function checkoutAbove(folder: string): string | undefined {
  if (existsSync(join(folder, 'services/all-in-one'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : checkoutAbove(above);
}
