import { createHash } from 'node:crypto';
import { formPayload, readPayload } from './payload-hash.js';

const read = (body: string) => readPayload(Buffer.from(body));
const text = (body: string): string => read(body).text;
const hex = (body: string): string => read(body).hash.toString('hex');
const refusal = (code: string) => expect.objectContaining({ code });
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a payload', () => {
  it('with half a surrogate pair is kept as it was written: it has no canonical form', () => {
    for (const [body, kept] of [
      ['{ "b":"\\ud83d", "a":1 }', '{"b":"\\ud83d","a":1}'],
      ['{ "b":1, "\\ude00":[ "x" ] }', '{"b":1,"\\ude00":["x"]}'],
      ['{ "b":"\\ud83d\\ude00", "a":1 }', '{"a":1,"b":"\u{1f600}"}'],
      ['{ "b":"\\\\ud83d", "a":1 }', '{"a":1,"b":"\\\\ud83d"}'],
    ] as const)
      expect(text(body)).toBe(kept);
  });

  it('is hashed in its canonical form, and passed on in it with its own numbers', () => {
    const payload = read(' { "b" : 1.0, "a" : "\\u00e9", "c" : -0e99999999999999999999 } ');
    expect(payload.text).toBe('{"a":"é","b":1.0,"c":-0e99999999999999999999}');
    expect(payload.hash.toString('hex')).toBe(sha256('{"a":"é","b":1,"c":0}'));
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
    const written = `{"a":[${number}],"b":"${number}"}`;
    const payload = read(` { "b": "${number}", "a":[ ${number} ] }`);
    expect(payload).toEqual({ text: written, hash: Buffer.from(sha256(written), 'hex') });
  });

  it.each(['{"id":"\\ud800 \\" 1.0","n":1.0}', '{"\\udfff":1}'])(
    'is hashed and passed on without white space alone where a character has no canonical form: %s',
    (body) => {
      const payload = read(body.replaceAll(/(?<=[{,:])/g, '\n\t '));
      expect(payload).toEqual({ text: body, hash: Buffer.from(sha256(body), 'hex') });
    },
  );

  it('keeps the last of members with one name', () => {
    expect(text('{"a":1,"a":2}')).toBe('{"a":2}');
  });

  it('keeps a member with the name __proto__', () => {
    expect(text('{"__proto__":{"admin":true}}')).toBe('{"__proto__":{"admin":true}}');
    expect(hex('{"__proto__":1}')).not.toBe(hex('{}'));
  });

  it('may have names of any length', () => {
    const name = 'k'.repeat(300_000);
    expect(text(`{"${name}":1}`)).toBe(`{"${name}":1}`);
  });

  it('has a bound on its values, whose canonical form would keep a process from all others', () => {
    const list = (values: number): string => `{"a":[${'0,'.repeat(values - 3)}0]}`;
    expect(text(list(100_000))).toBe(list(100_000));
    expect(() => read(list(100_001))).toThrow(refusal('too_large'));
  });
});

it('a form may have fields of any name, a `payload` that is no JSON, and 1 MiB of JSON', () => {
  const json = (body: string): string => formPayload(Buffer.from(body)).toString('utf8');
  expect(json('__proto__=x')).toBe('{"__proto__":"x"}');
  expect(json('payload=%7B&payload=%5B%5D')).toBe('{"payload":["{",[]]}');
  expect(() => json(`a=${'\u0001'.repeat(200_000)}`)).toThrow(refusal('too_large'));
});
