import { createLogger } from './logger.js';
import type { LoggerOptions } from './logger.js';

/** A logger whose lines are kept. */
export function recordedLog(options: Partial<LoggerOptions> = {}) {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ service: 'test', destination, ...options });
  return { lines, logger, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}
