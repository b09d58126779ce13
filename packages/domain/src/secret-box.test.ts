import { keyIdOfSealed, SecretBox, SealingKeyMissingError, sealingKeyId } from './secret-box.js';
import type { SealingContext } from './secret-box.js';

const key = Buffer.alloc(32, 9);
const newKey = Buffer.alloc(32, 10);
const secret = 'svc_0123456789abcdef0123456789abcdef01234567';
const context: SealingContext = { column: 'agent.secret_sealed', rowId: 'agt_1' };

describe('a sealed secret', () => {
  const box = new SecretBox(key);

  it('does not hold the secret, and is never the same twice', () => {
    const sealed = box.seal(secret, context);
    expect(sealed.includes(secret)).toBe(false);
    expect(sealed.equals(box.seal(secret, context))).toBe(false);
  });

  it('does not open in another row or another column', () => {
    const sealed = box.seal(secret, context);
    expect(() => box.open(sealed, { ...context, rowId: 'agt_2' })).toThrow();
    expect(() => box.open(sealed, { ...context, column: 'task.trigger_sealed' })).toThrow();
  });

  it('does not open once any of its bytes is changed, or some are missing', () => {
    const sealed = box.seal(secret, context);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => box.open(changed, context)).toThrow();
    }
    for (const length of [0, 8, 11, 12, 20, 24, 32, 40, sealed.length - 1])
      expect(() => box.open(sealed.subarray(0, length), context)).toThrow();
  });
});

describe('several sealing keys', () => {
  it('all open, and the first seals', () => {
    const [before, during, after] = [new SecretBox(key), new SecretBox(newKey, key), new SecretBox(newKey)];
    const [old, young] = [before.seal(secret, context), during.seal(secret, context)];
    expect(during.open(old, context)).toBe(secret);
    expect(after.open(young, context)).toBe(secret);
    expect([keyIdOfSealed(old), keyIdOfSealed(young)]).toEqual([sealingKeyId(key), sealingKeyId(newKey)]);
    expect(during.keyIds).toEqual([sealingKeyId(newKey), sealingKeyId(key)]);
  });

  it('have ids that are derived from them, so that a service which lacks a key can say which', () => {
    expect(sealingKeyId(key)).toMatch(/^[0-9a-f]{8}$/);
    expect(sealingKeyId(Buffer.from(key))).toBe(sealingKeyId(key));
    const sealed = new SecretBox(key).seal(secret, context);
    const open = () => new SecretBox(newKey).open(sealed, context);
    expect(open).toThrow(SealingKeyMissingError);
    expect(open).toThrow(sealingKeyId(key));
  });
});
