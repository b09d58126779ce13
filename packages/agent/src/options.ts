import { readAgentEnvironment } from './env.js';
import { AgentError } from './errors.js';
import { secondsOf } from './duration.js';
import type { Duration } from './duration.js';

/** A secret, or a function that reads it. The function is asked before each connection and each call, so a rotated secret is taken up without a restart. */
export type SecretSource = string | (() => string | Promise<string>);

/** What an agent may be told. Everything has a default; the three environment variables are enough. */
export interface AgentOptions {
  /** The agent's id, `agt_…`. Default: `AGENT_ID`. */
  agentId?: string;
  /** The agent's secret, or a key of it. Default: `AGENT_SECRET`. */
  secret?: SecretSource;
  /** Where the service answers. Default: `AGENT_SERVICE_URL`, else `http://localhost:8080`. */
  url?: string;
  /**
   * What signs webhook deliveries, if the owner made signing secrets (`whsec_…`): one, or the new and the former one during a rotation. Default: `AGENT_SIGNING_SECRET`
   * (several with commas between them), else the agent's secret.
   */
  signingSecrets?: readonly string[];
  /** Handlers of messages, decisions and other events that run at once. Default 16. */
  concurrency?: number;
  /** Runs that are worked on at once. A run that waits in `run.ask` does not count. Default 16. */
  runConcurrency?: number;
  /** Events that may wait in this process. With more, the agent disconnects until half of them are done; the service keeps what comes meanwhile. Default 1,000. */
  backlog?: number;
  /**
   * How long the service believes in a run without hearing of it: 5 seconds to an hour. A run whose process was killed is failed, or offered again if its task has a
   * `retry`. `false`: for ever. Default `'2m'`; a sign is given three times as often.
   */
  lease?: Duration | false;
  /** How long a connection may be silent before it counts as dead. A ping is sent three times as often. Default `'60s'`. */
  silence?: Duration;
  /** How long the agent waits between two tries to connect. Default: at most 0.5 s at first, then twice as long each time, at most 30 s; always jittered. */
  reconnect?: { firstMs?: number; mostMs?: number };
  /** How long a call is tried again if the service cannot be reached. The end of a run is tried for as long as the process lives. Default `'2m'`. */
  retryCalls?: Duration;
  /** How long {@link Agent.stop} waits for handlers. Default `'10s'`. */
  drain?: Duration;
  /** Whether `SIGTERM` and `SIGINT` stop the agent and then end the process. Default true. */
  handleSignals?: boolean;
  /** Where the agent says what happens to it. Default: warnings and errors, on the console. */
  log?: AgentLog;
  /** What time it is, in milliseconds since the Unix epoch: a webhook delivery may not be old. Default: the machine's time. */
  now?: () => number;
}

/** What was made of the options. */
export type AgentSettings = ReturnType<typeof readSettings>;

export function readSettings(options: AgentOptions) {
  const env = readAgentEnvironment();
  const agentId = options.agentId ?? env.agentId;
  const secret = options.secret ?? env.secret;
  if (agentId === undefined || !/^agt_[0-9A-Za-z]{1,64}$/.test(agentId))
    throw wrong(
      'The agent has no id. Set AGENT_ID to the "agt_…" that the console shows, or give { agentId }.',
    );
  if (secret === undefined || secret === '')
    throw wrong(
      'The agent has no secret. Set AGENT_SECRET to what was shown when the agent was made, or give { secret }.',
    );
  const { lease = '2m', reconnect = {}, signingSecrets = env.signingSecrets } = options;
  const leaseSeconds = lease === false ? null : secondsOf(lease, 'lease');
  if (leaseSeconds !== null && (leaseSeconds < 5 || leaseSeconds > 3_600))
    throw wrong('lease is between 5 seconds and an hour, or false.');
  return {
    agentId,
    secret: async () => (typeof secret === 'string' ? secret : secret()),
    isSecretFixed: typeof secret === 'string',
    url: urlOf(options.url ?? env.url ?? 'http://localhost:8080'),
    signingSecrets,
    concurrency: count(options.concurrency ?? 16, 'concurrency'),
    runConcurrency: count(options.runConcurrency ?? 16, 'runConcurrency'),
    backlog: count(options.backlog ?? 1_000, 'backlog'),
    leaseSeconds,
    silenceMs: secondsOf(options.silence ?? '60s', 'silence') * 1_000,
    reconnect: { firstMs: reconnect.firstMs ?? 500, mostMs: reconnect.mostMs ?? 30_000 },
    retryCallsMs: secondsOf(options.retryCalls ?? '2m', 'retryCalls') * 1_000,
    drainMs: secondsOf(options.drain ?? '10s', 'drain') * 1_000,
    handleSignals: options.handleSignals ?? true,
    log: options.log ?? consoleLog,
    now: options.now ?? (() => Date.now()),
  };
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw wrong(`The address of the service is an http or https URL; it was ${JSON.stringify(text)}.`);
  // What follows is joined to it.
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  url.search = '';
  url.hash = '';
  return url;
}

function count(value: number, name: string): number {
  if (Number.isInteger(value) && value >= 1) return value;
  throw wrong(`${name} is a whole number from 1 on; it was ${String(value)}.`);
}

function wrong(message: string): AgentError {
  return new AgentError('configuration', message);
}

/** Where an agent says what happens to it, in whole sentences of English. `console` fits, and so do pino and winston. No secret is ever passed. */
export interface AgentLog {
  /** What is of use only when something is looked for, such as each call that is tried again. */
  debug(message: string): void;
  /** What is nothing to worry about, such as a connection that was lost once. */
  info(message: string): void;
  /** What the operator should look at if it comes often, such as a second try to connect that failed. */
  warn(message: string): void;
  /** What the operator has to mend, such as what a handler throws. */
  error(message: string): void;
}

export const consoleLog: AgentLog = {
  debug: () => {},
  info: () => {},
  warn: (message) => console.warn(`[agent] ${message}`),
  error: (message) => console.error(`[agent] ${message}`),
};
