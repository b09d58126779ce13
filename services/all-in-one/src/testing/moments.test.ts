import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { DUE_MOMENTS, OTHER_TIMES } from './moments.js';

/** Which agrees with the migrated database (packages/database/src/schema-agreement.test.ts). */
const SCHEMA = join(import.meta.dirname, '../../../../packages/database/prisma/schema.prisma');

it('each time in the schema is known to be a moment at which something is due, or not to be one', () => {
  const times = modelsIn(readFileSync(SCHEMA, 'utf8')).flatMap(({ table, lines }) =>
    lines.filter((line) => /@db[.]Timestamp/.test(line)).map((line) => `${table}.${columnOf(line)}`),
  );
  const due = DUE_MOMENTS.map(({ table, column }) => `${table}.${column}`);
  const others = Object.entries(OTHER_TIMES).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  // A new one belongs into one of the lists of moments.ts, which say how to decide.
  expect([...due, ...others].sort()).toEqual([...new Set(times)].sort());
  expect(times.length).toBeGreaterThan(100);
});

function modelsIn(schema: string): { table: string; lines: string[] }[] {
  return [...schema.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(([, name = '', body = '']) => ({
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
    lines: body.split('\n'),
  }));
}

function columnOf(line: string): string {
  return /@map\("(\w+)"\)/.exec(line)?.[1] ?? line.trim().split(/\s/)[0] ?? '';
}
