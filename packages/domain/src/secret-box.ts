import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Before every sealed value, so that it is known for what it is. */
const SEALED_MARK = Buffer.from('sealed\0\x01', 'latin1');
const KEY_ID_BYTES = 4;
const HEADER_BYTES = SEALED_MARK.length + KEY_ID_BYTES;

/** Where a sealed value lies. Copied to another column or row, it does not open. */
export interface SealingContext {
  /** By table and name. */
  column:
    | 'agent.secret_sealed'
    | 'trigger.trigger_sealed'
    | 'trigger.sender_sealed'
    | 'idempotency_key.answer_sealed';
  /** The primary key of the row. */
  rowId: string;
}

/** A value was sealed with a key that this process does not have. */
export class SealingKeyMissingError extends Error {
  readonly keyId: string;

  constructor(keyId: string) {
    super(`The value was sealed with the key ${keyId}, which is neither SECRETS_KEY nor among SECRETS_KEYS`);
    this.name = 'SealingKeyMissingError';
    this.keyId = keyId;
  }
}

/**
 * Seals secrets that must be read again (an agent secret keys the signature) with AES-256-GCM. The sealed form is a mark, the id of the key,
 * nonce, authentication tag and ciphertext, one after the other. It is bound to its context.
 */
export class SecretBox {
  /** The key that seals. */
  readonly sealingKeyId: string;
  /** The keys that open, by id. */
  readonly #keys = new Map<string, Buffer>();

  /** @param keys of 32 bytes each. The first seals, all open. */
  constructor(...keys: readonly [Buffer, ...Buffer[]]) {
    for (const key of keys) this.#keys.set(sealingKeyId(key), key);
    this.sealingKeyId = sealingKeyId(keys[0]);
  }

  /** The ids of all keys that open, that of the sealing key first. */
  get keyIds(): string[] {
    return [...this.#keys.keys()];
  }

  seal(secret: string, context: SealingContext): Buffer<ArrayBuffer> {
    const header = Buffer.concat([SEALED_MARK, Buffer.from(this.sealingKeyId, 'hex')]);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key(this.sealingKeyId), nonce);
    cipher.setAAD(boundTo(header, context));
    const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([header, nonce, cipher.getAuthTag(), ciphertext]);
  }

  /**
   * @throws SealingKeyMissingError if the value names a key that is not among ours.
   * @throws Error if the value was changed or sealed for another context.
   */
  open(sealed: Uint8Array, context: SealingContext): string {
    const key = this.#key(keyIdOfSealed(sealed));
    const body = sealed.subarray(HEADER_BYTES);
    const opening = createDecipheriv(ALGORITHM, key, body.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    opening.setAAD(boundTo(sealed.subarray(0, HEADER_BYTES), context));
    opening.setAuthTag(body.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const ciphertext = body.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([opening.update(ciphertext), opening.final()]).toString('utf8');
  }

  #key(keyId: string): Buffer {
    const key = this.#keys.get(keyId);
    if (key === undefined) throw new SealingKeyMissingError(keyId);
    return key;
  }
}

/**
 * The id of a sealing key: 8 hex characters that are derived from the key (RFC 5869), so that one id never stands for two keys. They say
 * nothing of the key.
 */
export function sealingKeyId(key: Buffer): string {
  if (key.length !== KEY_BYTES) throw new Error(`The sealing key must have ${KEY_BYTES} bytes`);
  return Buffer.from(hkdfSync('sha256', key, '', 'sealing-key-id', KEY_ID_BYTES)).toString('hex');
}

/** The id of the key with which a value was sealed. */
export function keyIdOfSealed(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(SEALED_MARK.length, HEADER_BYTES)).toString('hex');
}

function boundTo(header: Uint8Array, { column, rowId }: SealingContext): Buffer {
  return Buffer.concat([header, Buffer.from(`${column}\0${rowId}`, 'utf8')]);
}

/** The SHA-256 of a secret, kept for comparing. The secret is random and long, so no slow hash is needed. */
export function secretHash(secret: string): Buffer<ArrayBuffer> {
  return createHash('sha256').update(secret).digest();
}

/** Whether `hash` was made of `secret`, in constant time. */
export function secretMatches(secret: string, hash: Uint8Array): boolean {
  const given = secretHash(secret);
  return given.length === hash.length && timingSafeEqual(given, hash);
}
