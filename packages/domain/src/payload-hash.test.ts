import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { PAYLOAD_DEPTH_MAX, readPayload } from './payload-hash.js';

const hex = (body: string): string => readPayload(body).hash.toString('hex');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a payload', () => {
  it('is hashed and passed on in its canonical form', () => {
    const payload = readPayload(' { "b" : 1.0, "a" : "\\u00e9" } ');
    expect(payload.text).toBe('{"a":"é","b":1}');
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
    '{ "id": 9007199254740993 }',
    '{ "id": -12345678901234567890 }',
    '{ "id": 1e400 }',
    '{ "id": "\\ud800" }',
    '{ "\\udfff": 1 }',
  ])('is hashed and passed on as it came where its canonical form would say something else: %s', (body) => {
    expect(readPayload(`\n${body} `).text).toBe(body);
    expect(hex(body)).toBe(sha256(body));
  });

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
