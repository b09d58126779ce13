import { describe, expect, it } from '@jest/globals';
import { SecretBox, secretHash, secretMatches } from './secret-box.js';

const key = Buffer.alloc(32, 9);
const secret = 'svc_0123456789abcdef0123456789abcdef01234567';

describe('a sealed secret', () => {
  it('opens to what was sealed', () => {
    const box = new SecretBox(key);
    for (const text of [secret, '', 'Grüße 🙂']) expect(box.open(box.seal(text))).toBe(text);
  });

  it('opens in another process that has the key, from the bytes that a database gives back', () => {
    const sealed = new SecretBox(key).seal(secret);
    expect(new SecretBox(Buffer.from(key)).open(new Uint8Array(sealed))).toBe(secret);
  });

  it('does not hold the secret, and is never the same twice', () => {
    const box = new SecretBox(key);
    const sealed = box.seal(secret);
    expect(sealed.includes(secret)).toBe(false);
    expect(sealed.equals(box.seal(secret))).toBe(false);
  });

  it('does not open with another key', () => {
    const sealed = new SecretBox(key).seal(secret);
    expect(() => new SecretBox(Buffer.alloc(32, 8)).open(sealed)).toThrow();
  });

  it('does not open once any of its bytes is changed, or some are missing', () => {
    const box = new SecretBox(key);
    const sealed = box.seal(secret);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => box.open(changed)).toThrow();
    }
    for (const length of [0, 12, 20, 28, sealed.length - 1])
      expect(() => box.open(sealed.subarray(0, length))).toThrow();
  });

  it('takes a key of 32 bytes alone', () => {
    for (const length of [0, 16, 31, 33])
      expect(() => new SecretBox(Buffer.alloc(length))).toThrow('32 bytes');
  });
});

describe('the hash of a secret', () => {
  it('is its SHA-256', () => {
    expect(secretHash(secret).toString('hex')).toBe(
      '1b90df2860cd9a3e3025f3829c356477a045bc8806085a1b5a4a8e2533a6f504',
    );
  });

  it('matches that secret alone', () => {
    expect(secretMatches(secret, secretHash(secret))).toBe(true);
    expect(secretMatches(secret + ' ', secretHash(secret))).toBe(false);
    expect(secretMatches('', secretHash(secret))).toBe(false);
    expect(secretMatches(secret, new Uint8Array(0))).toBe(false);
  });
});
