import { rows } from '@svc/database';
import type { Pool } from 'pg';

/** The id that the migration gave this database. */
export async function installationId(pool: Pool): Promise<string> {
  const [row] = await rows<{ id: string }>(pool, INSTALLATION, []);
  if (row === undefined) throw new Error('The table "installation" is empty: it must hold one row');
  return row.id;
}

const INSTALLATION = {
  name: 'installation-id',
  text: 'SELECT id FROM installation ORDER BY created_at LIMIT 1',
};
