/**
 * Statements: one file each, whole, with `$1` and so on. The comment says what name and text do not, and then
 * - `takes:` the parameters, in order: `name`, `name Type`, with `?` behind a name whose value may be null. Without it each
 *   is called like the column that it is compared with: `id = $1` takes `id`, `= ANY ($1)` `ids`, `LIMIT $2` `limit`;
 * - `gives:` what PostgreSQL does not know of the columns: `name Type`, with `?` behind the name of an expression or of an
 *   outer join's column that may be null, and `!` behind that of a column which is never null here. What holds for a view
 *   or a table wherever it is read stands in its own comment in the migration.
 * Other types than TypeScript's are those of `@svc/domain`. Columns of tables are null where the table says so.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Types by their oids, as `packages/store` reads them (`pg_type.dat` of PostgreSQL). */
const OIDS = {
  ...{ boolean: [16], number: [20, 21, 23, 701], string: [25, 1043, 1700], Date: [1114, 1184], Buffer: [17] },
  ...{ unknown: [114, 3802], void: [2278], 'boolean[]': [1000], 'number[]': [1007, 1016, 1022] },
  ...{ 'string[]': [1009], 'Date[]': [1115, 1185], 'Buffer[]': [1001] },
};
const TYPES = Object.fromEntries(
  Object.entries(OIDS).flatMap(([type, oids]) => oids.map((oid) => [oid, type])),
);
/** What a parameter takes besides: PostgreSQL parses it from text. */
const TAKEN = { 114: 'string', 3802: 'string' };

/** @returns {{ noun: string, name: string, comment: string[], takes: Named[], gives: Named[], text: string }[]} */
export function readStatements(folder) {
  const titles = readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.sql'))
    .map((path) => path.slice(0, -'.sql'.length));
  return titles.sort().map((title) => {
    const [noun, name] = title.split('/');
    return { noun, name, ...parse(readFileSync(join(folder, `${title}.sql`), 'utf8')) };
  });
}

function parse(file) {
  const lines = file.trimEnd().split('\n');
  const end = lines.findIndex((line) => !line.startsWith('--'));
  const head = lines.slice(0, end).map((line) => line.replace(/^-- ?/, ''));
  const comment = head.filter((line) => !/^(takes|gives):/.test(line));
  const text = lines.slice(end).join('\n').replace(/;$/, '');
  const takes = named(head, 'takes');
  return { comment, takes: takes.length > 0 ? takes : compared(text), gives: named(head, 'gives'), text };
}

/** The parameters by the columns that they are compared with first. */
function compared(text) {
  const names = [];
  for (const [, column, any, limit, number] of text.matchAll(COMPARED))
    names[number - 1] ??= { name: limit === undefined ? column + (any ? 's' : '') : 'limit' };
  return names;
}

const COMPARED = /(?:\b(\w+) (?:=|<|>|<=|>=) (ANY \()?|(\bLIMIT ))\$(\d+)/g;

function named(lines, word) {
  return lines
    .filter((line) => line.startsWith(`${word}:`))
    .flatMap((line) => line.slice(word.length + 1).split(','))
    .map((part) => /^(\w+)([?!])? ?(.*)$/.exec(part.trim()))
    .map(([, name, mark, type]) => ({ name, mark, isNullable: mark === '?', type: type || undefined }));
}

/** By the names of the files. The client is connected to a migrated database. */
export async function writeStatements(client, statements) {
  const files = {};
  for (const noun of new Set(statements.map((statement) => statement.noun))) {
    const imported = new Set();
    const parts = [];
    for (const statement of statements.filter((each) => each.noun === noun))
      parts.push(await written(client, statement, imported));
    files[`${noun}.ts`] = [
      HEAD,
      imported.size === 0 ? '' : `import type { ${[...imported].sort().join(', ')} } from '@svc/domain';\n`,
      `import { statement } from '../statement.js';\n`,
      ...parts,
    ].join('');
  }
  const nouns = Object.keys(files).map((file) => file.slice(0, -'.ts'.length));
  files['index.ts'] =
    HEAD + nouns.map((noun) => `export * as ${camel(noun)} from './${noun}.js';\n`).join('');
  return files;
}

const HEAD = '// Generated from packages/store/sql by `npm run sql`.\n';

async function written(client, { noun, name, comment, takes, gives, text }, imported) {
  const title = `${noun}/${name}`;
  const { parameters, columns } = await describe(client, text).catch((error) => {
    throw new Error(`${title}.sql: ${error.message}`);
  });
  if (parameters.length !== takes.length)
    throw new Error(
      `${title}.sql takes ${parameters.length} parameters, and its comment names ${takes.length}`,
    );
  const strange = gives.find(({ name: given }) => !columns.some((column) => column.name === given));
  if (strange !== undefined) throw new Error(`${title}.sql gives no column ${strange.name}`);
  const typed = (type, what) => {
    if (type === undefined) throw new Error(`${title}.sql: the type of ${what} is not known here`);
    for (const [word] of type.matchAll(/\b[A-Z]\w*/g)) if (!BUILT_IN.has(word)) imported.add(word);
    return type;
  };
  const values = takes.map(({ name: key, isNullable, type }, i) => {
    const known = typed(type ?? TAKEN[parameters[i]] ?? TYPES[parameters[i]], key);
    return `${camel(key)}: ${/^\w+\[\]$/.test(known) ? 'readonly ' : ''}${known}${isNullable ? ' | null' : ''}`;
  });
  const row = columns.map((column) => {
    if (!/^\w+$/.test(column.name)) throw new Error(`${title}.sql: a column has no name`);
    const own = gives.find((each) => each.name === column.name) ?? column.ofRelation;
    const known = typed(own?.type ?? TYPES[column.type], column.name);
    const mayBeNull = own?.mark !== '!' && (column.isNullable || own?.isNullable);
    return `${column.name}: ${known}${mayBeNull ? ' | null' : ''}`;
  });
  const type = [values, row]
    .map((fields) => (fields.length === 0 ? 'object' : `{ ${fields.join('; ')} }`))
    .join(', ');
  const keys = takes.map(({ name: key }) => `'${camel(key)}'`).join(', ');
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
  const doc = comment.length === 0 ? '' : `/** ${comment.join(' ')} */\n`;
  return `\n${doc}export const ${camel(name)} = statement<${type}>('${title}', [${keys}], \`\n${escaped}\`);\n`;
}

const BUILT_IN = new Set(['Buffer', 'Date', 'Uint8Array', 'Record', 'Readonly', 'Partial']);

function camel(name) {
  return name.replace(/[-_](\w)/g, (_, letter) => letter.toUpperCase());
}

async function describe(client, text) {
  let parameters = [];
  let fields = [];
  await new Promise((resolve, reject) => {
    const keep = (message) => (parameters = message.dataTypeIDs);
    const end = (settle) => (value) => {
      client.connection.off('parameterDescription', keep);
      settle(value);
    };
    client.connection.once('parameterDescription', keep);
    client.query({
      submit(connection) {
        connection.parse({ text, name: '', types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription: (message) => (fields = message.fields),
      handleError: end(reject),
      handleReadyForQuery: end(resolve),
    });
  });
  const known = await client.query(
    `SELECT attrelid || '.' || attnum AS key, attname AS name, c.relkind = 'r' AND NOT attnotnull AS is_nullable,
            coalesce(obj_description(c.oid, 'pg_class'), '') AS comment
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE attrelid = ANY ($1::oid[])`,
    [fields.map((field) => field.tableID)],
  );
  const byKey = new Map(known.rows.map((column) => [column.key, column]));
  return {
    parameters,
    columns: fields.map((field) => {
      const column = byKey.get(`${field.tableID}.${field.columnID}`);
      return {
        name: field.name,
        type: field.dataTypeID,
        isNullable: column?.is_nullable ?? false,
        ofRelation: named([column?.comment ?? ''], 'gives').find(({ name }) => name === column.name),
      };
    }),
  };
}
