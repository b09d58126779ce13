import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { useScratchDatabase } from './scratch.suite.js';

const SCHEMA = readFileSync(join(import.meta.dirname, '../../prisma/schema.prisma'), 'utf8');

let client: Client;
// Before the database is dropped.
afterAll(() => client.end());
const scratch = useScratchDatabase();
beforeAll(async () => {
  client = new Client({ connectionString: scratch.databaseUrl });
  await client.connect();
});

const TYPES: Record<string, string> = {
  ...{ String: 'text', Int: 'integer', BigInt: 'bigint', Boolean: 'boolean', Bytes: 'bytea', Json: 'jsonb' },
  ...{
    '@db.SmallInt': 'smallint',
    '@db.Json': 'json',
    '@db.Uuid': 'uuid',
    '@db.Timestamptz(3)': 'timestamp(3) with time zone',
  },
};
const ON_DELETE: Record<string, string> = { Cascade: 'c', SetNull: 'n', NoAction: 'a' };

/** The tables of the schema: each column, key and index in a line. */
function described(): string[] {
  const models = [...SCHEMA.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(([, name = '', body = '']) => ({
    ...{ name, body, table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name },
    columns: new Map(
      [...body.matchAll(/^ {2}(\w+) +\w.*$/gm)].map(([line, field = '']) => [
        field,
        /@map\("(\w+)"\)/.exec(line)?.[1] ?? field,
      ]),
    ),
  }));
  const tables = new Map(models.map(({ name, table }) => [name, table]));
  return models.flatMap(({ table, body, columns }) => {
    const named = (fields: string) => fields.split(', ').map((field) => columns.get(field) ?? field);
    const lines: string[] = [];
    for (const [line, field = '', type = '', mark = ''] of body.matchAll(
      /^ {2}(\w+) +(\w+)(\?|\[\])?.*$/gm,
    )) {
      const column = columns.get(field) ?? field;
      const [, key = '', onDelete = ''] = /fields: \[(.*?)\].*onDelete: (\w+)/.exec(line) ?? [];
      if (key !== '')
        lines.push(`${table} ${named(key).join()} -> ${tables.get(type)} ${ON_DELETE[onDelete]}`);
      if (tables.has(type)) continue;
      const sqlType = /\("(tsvector)"\)/.exec(line)?.[1] ?? TYPES[/@db\.\S+/.exec(line)?.[0] ?? type] ?? type;
      const isNull = mark === '?' ? ' null' : '';
      const hasDefault = line.includes('@default(') ? ' default' : '';
      lines.push(`${table}.${column} ${sqlType}${mark === '[]' ? '[]' : ''}${isNull}${hasDefault}`);
      if (/ @id\b/.test(line)) lines.push(`${table} primary ${column}`);
      if (/ @unique\b/.test(line)) lines.push(`${table} unique ${column}`);
    }
    for (const [, kind = '', fields = ''] of body.matchAll(/^ {2}@@(id|unique|index)\(\[(.*?)\]/gm))
      lines.push(`${table} ${kind === 'id' ? 'primary' : kind} ${named(fields).join()}`);
    return lines;
  });
}

/** The same of the database, but for indexes with a condition or an expression, which Prisma cannot express. */
const MIGRATED = `
  SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
         || CASE WHEN NOT a.attnotnull AND a.attndims = 0 THEN ' null' ELSE '' END
         || CASE WHEN a.atthasdef OR a.attidentity <> '' THEN ' default' ELSE '' END AS line
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> '_prisma_migrations'
  UNION ALL
  SELECT c.relname || CASE WHEN i.indisprimary THEN ' primary ' WHEN i.indisunique THEN ' unique ' ELSE ' index ' END
         || (SELECT string_agg(a.attname, ',' ORDER BY k.place) FROM unnest(i.indkey) WITH ORDINALITY AS k (no, place)
               JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.no)
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
   WHERE i.indpred IS NULL AND i.indexprs IS NULL AND c.relnamespace = 'public'::regnamespace
     AND c.relname <> '_prisma_migrations'
  UNION ALL
  SELECT c.relname || ' ' || a.attname || ' -> ' || f.relname || ' ' || k.confdeltype::text
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class f ON f.oid = k.confrelid
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
   WHERE k.contype = 'f'`;

const migrated = async () => (await client.query<{ line: string }>(MIGRATED)).rows.map(({ line }) => line);

describe('the migrated database and schema.prisma', () => {
  it('agree', async () => {
    expect((await migrated()).sort()).toEqual(described().sort());
  });

  it('are told apart when one has what the other lacks', async () => {
    await client.query('ALTER TABLE agent ADD COLUMN odd TEXT; DROP INDEX agent_owner_id_id_idx');
    const [has, says] = [new Set(await migrated()), new Set(described())];
    expect([...has].filter((line) => !says.has(line))).toEqual(['agent.odd text null']);
    expect([...says].filter((line) => !has.has(line))).toEqual(['agent index owner_id,id']);
  });
});
