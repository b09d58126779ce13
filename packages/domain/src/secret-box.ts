import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals secrets that must be read again (an agent secret keys the signature) with AES-256-GCM. The sealed form is nonce, authentication tag
 * and ciphertext, one after the other.
 */
export class SecretBox {
  readonly #key: Buffer;

  /** @param key 32 bytes. */
  constructor(key: Buffer) {
    if (key.length !== 32) throw new Error('The sealing key must have 32 bytes');
    this.#key = key;
  }

  seal(secret: string): Buffer<ArrayBuffer> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce);
    const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
  }

  /** Throws if the sealed form was changed or sealed with another key. */
  open(sealed: Uint8Array): string {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.#key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const ciphertext = sealed.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  }
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
