import { describe, expect, it } from '@jest/globals';
import { filesBelow, isTest, read, sourceFiles } from './source-files.js';

const WITH_SQL = [
  ...sourceFiles(),
  ...filesBelow('packages/store').filter((path) => path.endsWith('.sql')),
].filter((path) => path !== 'test/tidy/moments.test.ts');

/** What reads the clock, and neither adds to it nor compares it. */
const BARE = /(?<![<>]=? )\b(?:now|clock_timestamp)\(\)(?!\s*(?:[-+<>=]|\$\{))/;
/** Something is added to the value of a function. */
const ADDED = /^\w+\((?:[^()]|\([^()]*\))*\) [-+] /;
const COMPARED = /\b(?:\w+\.)?(\w+) (?:<=|>=|<|>) (?:now|clock_timestamp)\(\)(?!\s*[-+])/g;
const BETWEEN = /\b(\w+) BETWEEN [^`]*?\bAND (?:now|clock_timestamp)\(\)/g;
/** Columns of a run that are compared as the earliest of all (`runs/claim-overdue`). */
const OF_RUNS = ['lease_until', 'deadline_at', 'offer_at'];

/** The columns that statements of the product compare with the clock. */
const compared = new Set([
  ...OF_RUNS,
  ...WITH_SQL.filter((path) => /^(packages|services)\//.test(path) && !isTest(path))
    .flatMap((path) => [COMPARED, BETWEEN].flatMap((pattern) => [...read(path).matchAll(pattern)]))
    .map(([, column = '']) => column),
]);

/** The parts of an SQL list between its commas, up to the end of the clause. */
function partsOf(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if ('({['.includes(character)) depth += 1;
    if (')}]'.includes(character)) depth -= 1;
    if (depth < 0 || character === '`') break;
    if (depth === 0 && /^\s(?:FROM|WHERE|RETURNING|ON|UNION)\s/.test(text.slice(at))) break;
    if (depth === 0 && character === ',') parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

const isBare = (expression = '') =>
  !ADDED.test(expression) &&
  BARE.test(expression.replaceAll(/date_trunc\('\w+', (?:now|clock_timestamp)\(\)\)/g, ''));

/** What keeps the clock as it is in a column that is compared with it. */
function findings(text: string): string[] {
  const set = [...text.matchAll(/\b(\w+) = /g)]
    .filter(([, column = '']) => compared.has(column))
    .map((match) => [match[1] ?? '', partsOf(text.slice(match.index + match[0].length))[0]]);
  const inserted = [
    ...text.matchAll(/INSERT INTO [\w"]+(?: AS \w+)?\s*\(([\w\s,"]+)\)\s*(VALUES\s*\(|SELECT\s)/g),
  ].flatMap((match) => {
    const values = partsOf(text.slice(match.index + match[0].length));
    const columns = (match[1] ?? '').split(',').map((column) => column.trim());
    return columns.map((column, place) => [column, values[place]]);
  });
  return [...set, ...inserted]
    .filter(([column = '', value]) => compared.has(column) && isBare(value))
    .map(([column, value]) => `${column} = ${value}`);
}

describe('a moment that is kept in a column', () => {
  it('is compared with the clock in columns such as these', () => {
    expect([...compared]).toEqual(
      expect.arrayContaining(['next_attempt_at', 'leased_until', 'next_due_at', 'next_step_at', 'revoke_at']),
    );
  });

  it.each([
    'UPDATE s SET revoke_at = CASE WHEN revoke_at IS NULL THEN coalesce($2, now()) ELSE $3 END',
    'UPDATE task_run SET status = $1, due_at = clock_timestamp(), text = NULL',
    'INSERT INTO replay AS r (id, next_step_at, created_at)\n SELECT f($1, $2), now(), now() FROM agent',
  ])('is refused where it is the clock as it is: %s', (text) => {
    expect(findings(text)).toHaveLength(1);
  });

  it.each([
    `UPDATE agent_session SET revoke_at = date_trunc('milliseconds', now())`,
    `UPDATE agent_session SET revoke_at = now() + interval '1 second', seen_at = now()`,
    `UPDATE event e SET next_attempt_at = coalesce(e.ended_at, now()) + interval '1 hour'`,
  ])('may be anything else: %s', (text) => {
    expect(findings(text)).toEqual([]);
  });

  it('is not the clock as it is, which is rounded up half of the time: `AT_ONCE` of @svc/database is', () => {
    const found = WITH_SQL.flatMap((path) => findings(read(path)).map((finding) => `${path}: ${finding}`));
    expect(found).toEqual([]);
  });
});
