/** @only-in-all A plan of PostgreSQL, on many rows. */
import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { TAKE_EVENT } from '../runs/taken-events.js';
import { useStore } from '../store.suite.js';

const bench = useStore();

describe('the start of a run', () => {
  it('looks its open event up by the key, although there was none when the table was vacuumed', async () => {
    await bench.sql('VACUUM (ANALYZE) open_event');
    const plan = await bench.sql(`EXPLAIN ${TAKE_EVENT.text}`, [newId('run')]);
    const lines = plan.map((row) => String(row['QUERY PLAN']).trim());
    const scan = lines.findIndex((line) => line.includes(' on open_event o ') && line.includes('Scan'));
    expect(lines[scan]).toMatch(/^-> {2}Index Scan using open_event_pkey /);
    expect(lines[scan + 1]).toMatch(/^Index Cond: \(event_id = ANY /);
  });
});
