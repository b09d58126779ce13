import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Quotas, QuotaName } from '@svc/domain';
import type { EnvironmentReader, Secret } from './environment.js';
import { LOG_FORMATS, LOG_LEVELS } from './logger.js';
import { QUOTAS } from '@svc/domain';

export function readListenConfig(read: EnvironmentReader) {
  const port = read.integer('PORT', { default: 8080, min: 0, max: 65_535 });
  return {
    host: read.string('HOST', { default: '127.0.0.1' }),
    port,
    publicBaseUrl: read.origin('PUBLIC_BASE_URL', { default: `http://localhost:${port}` }),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, { default: 'info' }),
    logFormat: read.oneOf('LOG_FORMAT', LOG_FORMATS, { default: 'json' }),
  };
}

/** Configuration that all services share when they run as processes of their own. */
export function readCommonConfig(read: EnvironmentReader) {
  return {
    ...readListenConfig(read),
    databaseUrl: read.secretUrl('DATABASE_URL', { protocols: ['postgresql:', 'postgres:'] }),
    databaseConnectionsMax: read.integer('DATABASE_CONNECTIONS_MAX', { default: 10, min: 2, max: 500 }),
    amqpUrl: read.secretUrl('AMQP_URL', { protocols: ['amqp:', 'amqps:'] }),
    amqpPrefix: read.string('AMQP_PREFIX', { default: '', pattern: /^[\w.-]{0,60}$/ }),
    sealing: readSealingConfig(read),
    quotas: readQuotas(read),
  };
}

export type CommonConfig = ReturnType<typeof readCommonConfig>;

/** The quotas of an installation (`QUOTA_*`); 0 is none. Defaults: see `QUOTAS`. */
export function readQuotas(read: EnvironmentReader): Quotas {
  const quota = (setting: `QUOTA_${Uppercase<QuotaName>}`, byDefault?: number): number => {
    const { default: fallback, max } = QUOTAS[setting.slice('QUOTA_'.length).toLowerCase() as QuotaName];
    return read.integer(setting, { default: byDefault ?? fallback, min: 0, max });
  };
  const userMediaBytes = quota('QUOTA_MEDIA_BYTES_PER_USER');
  return {
    agents_per_user: quota('QUOTA_AGENTS_PER_USER'),
    tasks_per_agent: quota('QUOTA_TASKS_PER_AGENT'),
    conversations_per_user: quota('QUOTA_CONVERSATIONS_PER_USER'),
    rules_per_user: quota('QUOTA_RULES_PER_USER'),
    events_waiting_per_agent: quota('QUOTA_EVENTS_WAITING_PER_AGENT'),
    triggers_waiting_per_agent: quota('QUOTA_TRIGGERS_WAITING_PER_AGENT'),
    trigger_bytes_waiting_per_agent: quota('QUOTA_TRIGGER_BYTES_WAITING_PER_AGENT'),
    media_bytes_per_user: userMediaBytes,
    // An operator who has allowed users more, or anything, has allowed it to their agents.
    media_bytes_per_agent: quota('QUOTA_MEDIA_BYTES_PER_AGENT', Math.ceil(userMediaBytes / 2)),
    uploads_waiting_per_sender: QUOTAS.uploads_waiting_per_sender.default,
  };
}

/** How many days of 24 hours rows that have ended are kept; 0 keeps them for ever. */
export type RetentionDays = ReturnType<typeof readRetention>;

/** At most a century. The audit log is about people, so it ends by default. */
const DAYS = { default: 0, min: 0, max: 36_500 };

/** Schedulers remove what is over; gateways tell people their own only before that. */
export function readRetention(read: EnvironmentReader) {
  return {
    /** Delivered and failed events, with their attempts. */
    events: read.integer('RETENTION_EVENTS_DAYS', DAYS),
    /** Attempts of events that are kept for longer. */
    attempts: read.integer('RETENTION_ATTEMPTS_DAYS', DAYS),
    /** Runs that have ended. */
    runs: read.integer('RETENTION_RUNS_DAYS', DAYS),
    /** Messages with their files, answered requests for a decision, and conversations without messages. */
    messages: read.integer('RETENTION_MESSAGES_DAYS', DAYS),
    /** Files of messages that are kept for longer. */
    media: read.integer('RETENTION_MEDIA_DAYS', DAYS),
    /** Entries of the audit log, and records of erasures. */
    audit: read.integer('RETENTION_AUDIT_DAYS', { ...DAYS, default: 365 }),
    /** Addresses in entries that are kept for longer. */
    auditAddresses: read.integer('RETENTION_AUDIT_ADDRESSES_DAYS', { ...DAYS, default: 90 }),
  };
}

export interface SealingConfig {
  /** 32 bytes each, as 64 hex characters or 44 of base64. The first seals, all open. */
  keys: readonly Secret[];
  /** Ids of keys that the operator has lost. What they sealed does not keep the process from starting. */
  lostKeyIds: readonly string[];
}

/** 32 bytes as 64 hex characters or 44 of base64. */
const KEY_PATTERN = /^(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)$/;
const KEYS_MAX = 8;
const LOST_PATTERN = /^[0-9a-f]{8}(?:,[0-9a-f]{8}){0,63}$/;

/** `isOptional`: a process that is given no key makes one itself. */
export function readSealingConfig(
  read: EnvironmentReader,
  { isOptional = false }: { isOptional?: boolean } = {},
): SealingConfig {
  const first = read.secret('SECRETS_KEY', { default: null, pattern: KEY_PATTERN });
  const others = read.secrets('SECRETS_KEYS', {
    default: [],
    pattern: KEY_PATTERN,
    what: 'keys of 64 hex or 44 base64 characters',
    countMax: KEYS_MAX,
  });
  const lost = read.string('SECRETS_KEYS_LOST', { default: '', pattern: LOST_PATTERN });
  const keys = first === null ? others : [first, ...others];
  if (keys.length === 0 && !isOptional) read.refuse('SECRETS_KEY is required');
  return { keys, lostKeyIds: lost.split(',').filter((id) => id !== '') };
}

/** The bytes of the keys, in the same order. Throws if there is none. */
export function sealingKeyBytes({ keys }: Pick<SealingConfig, 'keys'>): [Buffer, ...Buffer[]] {
  const [first, ...others] = keys.map((key) => {
    const text = key.reveal();
    return Buffer.from(text, text.length === 64 ? 'hex' : 'base64');
  });
  if (first === undefined) throw new Error('There is no sealing key');
  return [first, ...others];
}

/** The secret in a file that only its owner may read, as hexadecimal digits. Generated on first use. */
export async function keptSecret(file: string, byteLength: number): Promise<string> {
  const fresh = randomBytes(byteLength).toString('hex');
  await writeFile(file, fresh, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}
