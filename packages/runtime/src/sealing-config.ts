import type { EnvironmentReader } from './environment.js';
import type { Secret } from './secret.js';

/** The keys that seal agent secrets and trigger ids. */
export interface SealingConfig {
  /** 32 bytes each, as 64 hex characters or 44 of base64. The first seals, all open. */
  keys: readonly Secret[];
  /** Ids of keys that the operator has lost. What they sealed does not keep the process from starting. */
  lostKeyIds: readonly string[];
}

/** 32 bytes as 64 hex characters or 44 of base64. */
const KEY_PATTERN = /^(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)$/;
const KEYS_MAX = 8;
/** Ids of keys as logs show them. */
const LOST_PATTERN = /^[0-9a-f]{8}(?:,[0-9a-f]{8}){0,63}$/;

/**
 * `SECRETS_KEY`, and behind it `SECRETS_KEYS`. One of them is required.
 *
 * @param options.isOptional whether a process that is given no key makes one itself. Default false.
 */
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
