import fc from 'fast-check';

/** Around JSON that no JavaScript value is written as; see {@link jsonOf}. */
const MARK = '\u{e000}';
const MARKED = new RegExp(`"${MARK}(.*?)${MARK}"`, 'gs');

/** A value that is written as this JSON, such as a number that no double holds. */
function raw(json: string): string {
  return MARK + json + MARK;
}

/** The JSON of a value that may contain {@link raw} ones. */
export function jsonOf(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null';
  return json.replaceAll(MARKED, (_all, text: string) => JSON.parse(`"${text}"`) as string);
}

function nested(depth: number, kind: 'array' | 'object'): string {
  if (kind === 'array') return '['.repeat(depth) + ']'.repeat(depth);
  return '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
}

/** Nesting around the depth that the service takes, and far beyond it. */
export const nesting = fc
  .tuple(fc.constantFrom(2, 64, 127, 128, 129, 1_000, 10_000), fc.constantFrom('array' as const, 'object'))
  .map(([depth, kind]) => nested(depth, kind));

const CHARACTERS = [
  ...['', ' ', '\t\r\n', '\0', 'a\0b', '\u007f', '\u0085', '\u2028', '\ufeff', '\uffff', '\ufffe'],
  // Halves of pairs, which UTF-8 cannot carry and PostgreSQL cannot keep.
  ...['\ud800', 'x\udc00', '\udc00\ud800', `${'a'.repeat(199)}\ud83d`, `${'a'.repeat(99)}😀`],
  ...['\u202eabc', '\u200b', 'e\u0301'.repeat(300), '👩‍👩‍👧‍👦'.repeat(50), '\ufdfa'.repeat(100)],
  ...['İıſK', 'z\u0335\u0322'],
];
const CODE = [
  ...["' OR 1=1 --", '"; DROP TABLE "user"; --', '\\', '\\u0000', '$1', '%s%n', '${7*7}', '{{7*7}}'],
  ...['<script>alert(1)</script>', '../../etc/passwd', '__proto__', 'constructor', 'toString', 'then'],
  ...['null', 'undefined', 'NaN', '-0', '1e400', 'true', '[]', '{}', '0x10', '٣'],
];
const TERMS = [
  ...['agt_', 'agt_0', `agt_${'0'.repeat(32)}`, `conv_${'f'.repeat(64)}`, `run_${'z'.repeat(65)}`, 'agt_\0'],
  ...['*', '**', 'a.b:*', ':', 'a:b:c:*', '*'.repeat(500), '(a+)+$', '[', '\\*'],
  ...['* * * * * *', '*/0 * * * *', '60 * * * *', '0 0 31 2 *', '@reboot', '0 0 29 2 *', 'once', 'event'],
  ...['UTC', 'Europe/Nowhere', '+25:00', 'Etc/GMT+99', 'utc', '/etc/localtime'],
  ...['2026-02-30T00:00:00Z', '2026-01-01T00:00:60Z', '0000-00-00T00:00:00Z', '9999-12-31T23:59:59Z'],
  ...['2026-01-01T00:00:00', '2026-01-01', '0001-01-01T00:00:00+14:00', '+275760-09-13T00:00:00Z'],
  ...['http://', 'http://[::1', 'http://[::1]/', 'http://127.0.0.1:1', 'http://a@b:c@d', 'https://x:99999/'],
  ...['https://xn--/', 'http://\u3002/', 'javascript:alert(1)', 'http://localhost\0.example/'],
  'http://0x7f.1/',
  ...['data:image/png;base64,', 'data:image/png;base64,AAAA', 'iVBORw0KGgo=', '====', 'AAA', 'R0lGODlh'],
];

/** Text that somebody has stumbled over. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...CHARACTERS, ...CODE, ...TERMS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom(255, 256, 4_096, 40_000, 120_000).map((size) => 'x'.repeat(size)) },
);

const NUMBERS = [0, -1, 1, 1.5, -0.1, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 5e-324];
const WRITTEN_NUMBERS = ['-0', '1e400', '-1e400', '1E+0', '1e-400', '1'.repeat(40), '1'.repeat(400), '0.1e1'];

/** Numbers at the ends of what programs hold them in, and beyond. */
const hostileNumber: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...NUMBERS),
  fc.constantFrom(...WRITTEN_NUMBERS).map(raw),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const SMALL = [null, true, false, [], {}, [[]], [null], { '': '' }, ['a', 'a'], [1, 'a', null]];
const OBJECTS = ['{"__proto__":{"x":1}}', '{"toJSON":1}', '{"length":-1}', '{"then":1}', '{"a":1,"a":2}'];

/** Any value of JSON. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...SMALL) },
  { weight: 1, arbitrary: fc.constantFrom(...OBJECTS).map(raw) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: nesting.map(raw) },
);
