import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The statement and its plan for any values. @param client connected to an empty, migrated database. */
export async function explainStatement(client, { noun, name, comment, takes, text }) {
  await client.query(readFileSync(join(import.meta.dirname, 'seed.sql'), 'utf8'));
  await client.query(`PREPARE explained AS ${text}`);
  await client.query('SET plan_cache_mode = force_generic_plan');
  const values = takes.length === 0 ? '' : `(${takes.map(() => 'NULL').join(', ')})`;
  const { rows } = await client.query(`EXPLAIN (VERBOSE off) EXECUTE explained ${values}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  return `-- ${noun}/${name}: ${comment.join(' ')}\n${text}\n\n${plan}\n`;
}
