import { pino } from 'pino';
import type { DestinationStream, Logger as PinoLogger } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { redactLine } from './redaction.js';

export type Logger = PinoLogger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ['pretty', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export interface LoggerOptions {
  /** Stands in every line as `service`. */
  service: string;
  /** Default `info`. */
  level?: LogLevel;
  /** `json`, one object per line, or `pretty`, for people. Default `json`. */
  format?: LogFormat;
  /** Where lines go. Default standard output. */
  destination?: DestinationStream;
}

/**
 * A structured logger. Lines are written before the call returns, so that none is lost when the process exits. {@link redactLine} removes
 * secrets from every line, whatever field they stand in.
 */
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
