import { useStore } from '../store.suite.js';
import { OLD, YOUNG } from './retention.suite.js';

const bench = useStore();
const { age, pass } = bench;

async function addEntry(): Promise<{ userId: string; auditId: string }> {
  const { ownerId: userId } = await bench.addAgent();
  await bench.store.audit.add({ userId, action: 'session.signed_in', call: { address: '192.0.2.7' } });
  const [entry] = await bench.store.audit.listOf({ userId, limit: 1 });
  return { userId, auditId: entry?.auditId ?? '' };
}

/** As if it had been written so long ago. Only a superuser of PostgreSQL can do that. */
async function makeOld(auditId: string, interval: string): Promise<void> {
  await bench.sql('ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_stays');
  await age('audit_entry', auditId, ['created_at'], interval);
  await bench.sql('ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_stays');
}

describe('the audit log', () => {
  it('loses entries whose days are over, and no younger ones', async () => {
    const [old, young] = [await addEntry(), await addEntry()];
    await makeOld(old.auditId, OLD);
    await makeOld(young.auditId, YOUNG);
    expect(await pass('audit')).toEqual({ audit: 1 });
    const idsOf = async ({ userId }: { userId: string }) =>
      (await bench.store.audit.listOf({ userId, limit: 10 })).map(({ auditId }) => auditId);
    expect(await idsOf(old)).not.toContain(old.auditId);
    expect(await idsOf(young)).toContain(young.auditId);
  });

  it('loses addresses before entries', async () => {
    const { userId, auditId } = await addEntry();
    await makeOld(auditId, OLD);
    expect(await pass('audit_address')).toEqual({ audit_address: 1 });
    const [entry] = await bench.store.audit.listOf({ userId, limit: 1 });
    expect(entry).toMatchObject({ auditId, action: 'session.signed_in', address: null });
    expect(await pass('audit_address')).toEqual({});
    await pass('audit');
  });

  it('refuses every other change of an entry', async () => {
    const { auditId } = await addEntry();
    const changes = [`outcome = 'refused'`, `address = '198.51.100.1'`, `created_at = now()`];
    for (const change of [...changes, `details = '{"a": 1}'`]) {
      const changed = bench.sql(`UPDATE audit_entry SET ${change} WHERE id = $1`, auditId);
      await expect(changed).rejects.toThrow('may not be changed');
    }
  });
});
