import { readAgentEnvironment } from './env.js';
import { AgentError } from './errors.js';

/** Seconds, or a text with a unit: `90`, `'45s'`, `'10m'`, `'1h'`, `'7d'`. Rounded to seconds, at least one. */
export type Duration = number | `${number}${'s' | 'm' | 'h' | 'd'}`;

/** What an agent may be told. The three environment variables are enough. */
export interface AgentOptions {
  /** The agent's id, `agt_…`. Default: `AGENT_ID`. */
  agentId?: string;
  /** The agent's secret, or a key of it. Default: `AGENT_SECRET`. */
  secret?: string;
  /** Where the service answers. Default: `AGENT_SERVICE_URL`, else `http://localhost:8080`. */
  url?: string;
  /**
   * The agent's signing secrets (`whsec_…`), if its owner made them; during a rotation the new and the former
   * one. Default: `AGENT_SIGNING_SECRET` (several with commas between them), else the agent's secret.
   */
  signingSecrets?: readonly string[];
  /** Handlers of messages, decisions and other events that run at once. Default 16. */
  concurrency?: number;
  /** Runs that are worked on at once. A run that has asked its person counts no more. Default 16. */
  runConcurrency?: number;
  /**
   * Events that may wait in this process. With more, the agent disconnects until half of them are done; the
   * service keeps what comes meanwhile. Default 1,000.
   */
  backlog?: number;
  /**
   * How long the service believes in a run without hearing of it, 5 seconds to an hour: the run of a process
   * that was killed then fails, or is offered again if its task has a `retry`. Default `'2m'`.
   */
  lease?: Duration;
  /** How long a connection may be silent before it counts as dead. Default `'60s'`. */
  silence?: Duration;
  /** The first and the longest wait between two tries to connect, jittered. Default 0.5 s and 30 s. */
  reconnect?: { firstMs?: number; mostMs?: number };
  /** How long a call is tried again if the service cannot be reached. Default `'2m'`. */
  retryCalls?: Duration;
  /** How long {@link Agent.stop} waits for handlers. Default `'10s'`. */
  drain?: Duration;
  /** Whether `SIGTERM` and `SIGINT` stop the agent and then end the process. Default true. */
  handleSignals?: boolean;
  /** Where the agent says what happens to it. Default: warnings and errors, on the console. */
  log?: AgentLog;
  /** What time it is, in milliseconds since 1970: no webhook delivery may be old. Default: the machine's. */
  now?: () => number;
}

/** What was made of the options. */
export type AgentSettings = ReturnType<typeof readSettings>;

export function readSettings(options: AgentOptions) {
  const env = readAgentEnvironment();
  const agentId = (options.agentId ?? env.agentId ?? '').trim();
  const secret = (options.secret ?? env.secret ?? '').trim();
  if (!/^agt_[0-9A-Za-z]{1,64}$/.test(agentId))
    throw wrong(
      'The agent has no id. Set AGENT_ID to the "agt_…" that the console shows, or give { agentId }.',
    );
  if (secret === '')
    throw wrong(
      'The agent has no secret. Set AGENT_SECRET to what was shown when the agent was made, or give { secret }.',
    );
  if (!/^[ -~]+$/.test(secret))
    throw wrong("The agent's secret has characters that no header can hold. Look at AGENT_SECRET.");
  const leaseSeconds = secondsOf(options.lease ?? '2m', 'lease');
  if (leaseSeconds < 5 || leaseSeconds > 3_600) throw wrong('lease is between 5 seconds and an hour.');
  return {
    agentId,
    secret,
    url: urlOf(options.url ?? env.url ?? 'http://localhost:8080'),
    signingSecrets: options.signingSecrets ?? env.signingSecrets,
    concurrency: count(options.concurrency ?? 16, 'concurrency'),
    runConcurrency: count(options.runConcurrency ?? 16, 'runConcurrency'),
    backlog: count(options.backlog ?? 1_000, 'backlog'),
    leaseSeconds,
    silenceMs: secondsOf(options.silence ?? '60s', 'silence') * 1_000,
    reconnect: { firstMs: 500, mostMs: 30_000, ...options.reconnect },
    retryCallsMs: secondsOf(options.retryCalls ?? '2m', 'retryCalls') * 1_000,
    drainMs: secondsOf(options.drain ?? '10s', 'drain') * 1_000,
    handleSignals: options.handleSignals ?? true,
    log: options.log ?? consoleLog,
    now: options.now ?? (() => Date.now()),
  };
}

const UNIT_SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

export function secondsOf(duration: Duration, name: string): number {
  const match = /^(\d+(?:[.]\d+)?)([smhd])$/.exec(String(duration));
  const seconds =
    typeof duration === 'number' ? duration : Number(match?.[1]) * (UNIT_SECONDS[match?.[2] ?? ''] ?? NaN);
  if (Number.isFinite(seconds) && seconds > 0) return Math.max(1, Math.round(seconds));
  throw wrong(
    `${name} is a number of seconds, or a text such as "45s", "10m", "1h" or "7d"; it was ${duration}.`,
  );
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw wrong(`The address of the service is an http or https URL; it was ${JSON.stringify(text)}.`);
  // What follows is joined to it.
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

function count(value: number, name: string): number {
  if (Number.isInteger(value) && value >= 1) return value;
  throw wrong(`${name} is a whole number from 1 on; it was ${String(value)}.`);
}

function wrong(message: string): AgentError {
  return new AgentError('configuration', message);
}

/** Where an agent says what happens, in sentences without secrets. `console` fits, and so do pino and winston. */
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

const consoleLog: AgentLog = {
  debug: () => {},
  info: () => {},
  warn: (message) => console.warn(`[agent] ${message}`),
  error: (message) => console.error(`[agent] ${message}`),
};
