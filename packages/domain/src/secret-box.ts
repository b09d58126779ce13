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

const SEALED_MARK = Buffer.from('sealed\0\x01', 'latin1');
const KEY_ID_BYTES = 4;
const HEADER_BYTES = SEALED_MARK.length + KEY_ID_BYTES;

/** Where a sealed value lies. Copied to another column or row, it does not open. */
export interface SealingContext {
  column:
    | 'agent.secret_sealed'
    | 'task.trigger_sealed'
    | 'task.sender_sealed'
    | 'idempotency_key.answer_sealed';
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
 * Seals with AES-256-GCM secrets that must be read again (an agent secret keys the signature). The sealed
 * form, bound to its context: a mark, the id of the key, nonce, authentication tag and ciphertext.
 */
export class SecretBox {
  readonly sealingKeyId: string;
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

/** 8 hex characters derived from the key (RFC 5869): each id stands for one key, and says nothing of it. */
export function sealingKeyId(key: Buffer): string {
  if (key.length !== KEY_BYTES) throw new Error(`The sealing key must have ${KEY_BYTES} bytes`);
  return Buffer.from(hkdfSync('sha256', key, '', 'sealing-key-id', KEY_ID_BYTES)).toString('hex');
}

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
