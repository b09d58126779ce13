import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { PAYLOAD_DEPTH_MAX, readPayload } from './payload-hash.js';

const hex = (body: string): string => readPayload(body).hash.toString('hex');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a payload', () => {
  it('is hashed in its canonical form, and passed on in it with its own numbers', () => {
    const payload = readPayload(' { "b" : 1.0, "a" : "\\u00e9" } ');
    expect(payload.text).toBe('{"a":"é","b":1.0}');
    expect(payload.hash.toString('hex')).toBe(sha256('{"a":"é","b":1}'));
  });

  it('is the same whatever the order of its members, white space and spelling', () => {
    expect(hex('{"a":1,"b":{"c":[1,2],"d":"x"}}')).toBe(hex('{ "b":{"d":"\\u0078","c":[1.0,2e0]},\n"a":1}'));
    expect(hex('{"a":[1,2]}')).not.toBe(hex('{"a":[2,1]}'));
  });

  it('is {} where the body is empty', () => {
    expect(readPayload('')).toEqual(readPayload(' {} '));
    expect(readPayload('').text).toBe('{}');
  });

  it.each([
    '9007199254740993',
    '-12345678901234567890.0',
    '1e400',
    '-1E-400',
    '0.30000000000000000001',
    '1e-99999999999999999999',
    `0.${'0'.repeat(100_000)}1`,
    `1${'0'.repeat(100_000)}.${'0'.repeat(100_000)}1`,
  ])('is hashed with the text of a number whose value ECMAScript cannot print', (number) => {
    const text = `{"a":[${number}],"b":"${number}"}`;
    expect(readPayload(` { "b": "${number}", "a":[ ${number} ] }`)).toEqual({
      text,
      hash: Buffer.from(sha256(text), 'hex'),
    });
  });

  it.each([
    ['1.0', '1'],
    ['-0', '0'],
    ['0e99999999999999999999', '0'],
    ['100e-2', '1'],
    ['0.1e+01', '1'],
    ['1000000000000000000000', '1e+21'],
    ['0.00000010', '1e-7'],
    ['9007199254740992.0', '9007199254740992'],
    ['5e-324', '5e-324'],
  ])(
    'is hashed with the number %s as RFC 8785 writes it, and passed on with its own',
    (number, canonical) => {
      expect(hex(`{"a":${number}}`)).toBe(sha256(`{"a":${canonical}}`));
      expect(readPayload(`{"a":${number}}`).text).toBe(`{"a":${number}}`);
    },
  );

  it.each(['{"id":"\\ud800 \\" 1.0","n":1.0}', '{"\\udfff":1}'])(
    'is hashed and passed on without white space alone where a character has no canonical form: %s',
    (body) => {
      expect(readPayload(body.replaceAll(/(?<=[{,:])/g, '\n\t '))).toEqual({
        text: body,
        hash: Buffer.from(sha256(body), 'hex'),
      });
    },
  );

  it('keeps apart what differs only beyond 2^53', () => {
    expect(hex('{"id":9007199254740993}')).not.toBe(hex('{"id":9007199254740992}'));
    expect(hex('{"id":1e400}')).not.toBe(hex('{"id":null}'));
  });

  it('keeps the last of members with one name', () => {
    expect(readPayload('{"a":1,"a":2}').text).toBe('{"a":2}');
  });

  it('keeps a member with the name __proto__', () => {
    expect(readPayload('{"__proto__":{"admin":true}}').text).toBe('{"__proto__":{"admin":true}}');
    expect(hex('{"__proto__":1}')).not.toBe(hex('{}'));
  });

  it('may have names of any length', () => {
    const name = 'k'.repeat(50_000);
    expect(readPayload(`{"${name}":1}`).text).toBe(`{"${name}":1}`);
  });

  it.each(['[]', '"x"', '1', 'null', 'true'])('is refused if it is no object: %s', (body) => {
    expect(() => readPayload(body)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  it.each(['{', '{"a":1}}', '{a:1}', 'payload=%7B%7D', '\ufeff{}', ' ', '{"a":01}', '{"a":"\u0001"}'])(
    'is refused if it is not JSON: %j',
    (body) => {
      expect(() => readPayload(body)).toThrow(expect.objectContaining({ code: 'malformed_json' }));
    },
  );

  it('may be nested as deep as allowed, and not deeper', () => {
    const nested = (depth: number): string => '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1);
    expect(readPayload(nested(PAYLOAD_DEPTH_MAX)).text).toBe(nested(PAYLOAD_DEPTH_MAX));
    for (const depth of [PAYLOAD_DEPTH_MAX + 1, 40_000]) {
      expect(() => readPayload(nested(depth))).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    }
  });
});
