import { createCipheriv, randomBytes } from 'node:crypto';

/** A value as earlier versions sealed it: nonce, authentication tag, ciphertext; without the name of its key, and bound to no row. */
export function sealedBefore(secret: string, key: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}
