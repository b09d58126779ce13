import { pino } from 'pino';
import type { DestinationStream, Logger as PinoLogger } from 'pino';
import { prettyFactory } from 'pino-pretty';

export type Logger = PinoLogger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ['pretty', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export interface LoggerOptions {
  service: string;
  /** Default `info`. */
  level?: LogLevel;
  /** `json`, one object per line, or `pretty`, for people. Default `json`. */
  format?: LogFormat;
  /** Where lines go. Default standard output. */
  destination?: DestinationStream;
}

/** Lines are written before the call returns, so that none is lost when the process exits. */
export function createLogger({
  service,
  level = 'info',
  format = 'json',
  destination,
}: LoggerOptions): Logger {
  const out = destination ?? pino.destination({ fd: 1, sync: true });
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: withoutContents },
      hooks: { streamWrite: redactLine },
    },
    format === 'pretty' ? prettyStream(out) : out,
  );
}

/** PostgreSQL adds details to an error that may hold whole rows, and so texts of people. */
const CONTENTS = ['detail', 'where', 'internalQuery', 'parameters'];

function withoutContents(error: unknown): unknown {
  const serialized: unknown = pino.stdSerializers.err(error as Error);
  if (typeof serialized !== 'object' || serialized === null) return serialized;
  return Object.fromEntries(Object.entries(serialized).filter(([name]) => !CONTENTS.includes(name)));
}

function prettyStream(destination: DestinationStream): DestinationStream {
  const pretty = prettyFactory({
    ignore: 'pid,hostname,service',
    translateTime: 'SYS:HH:MM:ss.l',
    messageFormat: '{service}: {msg}',
    colorize: false,
  });
  return { write: (line) => destination.write(pretty(line) ?? '') };
}

const REDACTED = '[redacted]';

/** Fields whose text never reaches a log, whatever object they are in. */
const SECRET_FIELDS = [
  'secret',
  'secrets_key',
  'secrets_keys',
  'x-svc-secret',
  'password',
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'set-auth-token',
  'token',
  'trigger_id',
  'signing_secret',
  'x-svc-signature',
  'x-svc-signature-previous',
  'webhook-signature',
  'secrets',
  'x-hub-signature-256',
  'stripe-signature',
  'x-slack-signature',
];

const JSON_STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const SECRET_FIELD = new RegExp(
  String.raw`"(${SECRET_FIELDS.join('|')})":(?:${JSON_STRING}|\[(?:${JSON_STRING},?)*\])`,
  'gi',
);
/** An agent's secret, one of its keys, or a key of a person, in any text. */
const AGENT_SECRET = /svc_(?:(?:key|pat)_[0-9a-f]{32}_)?[0-9a-f]{40}/gi;
/** What signs an agent's deliveries. */
const SIGNING_SECRET = /whsec_[0-9a-z+/]{20,}={0,2}/gi;
/** Hashes of the same length are removed too, which does no harm. */
const TRIGGER_ID = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gi;
const URL_CREDENTIALS = /:\/\/[^\s/@"\\]*:[^\s/@"\\]*@/g;

/** Takes secrets out of one line of JSON, which stays valid JSON. */
export function redactLine(line: string): string {
  return line
    .replace(SECRET_FIELD, `"$1":"${REDACTED}"`)
    .replace(AGENT_SECRET, REDACTED)
    .replace(SIGNING_SECRET, REDACTED)
    .replace(TRIGGER_ID, REDACTED)
    .replace(URL_CREDENTIALS, `://${REDACTED}@`);
}
