import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { useGateway } from '../gateway.suite.js';
import type { TestUser } from '../gateway.suite.js';
import { ExportFiles } from './export-files.js';

const bench = useGateway();

/** An export whose row knows another size than its file has, as after a late attempt that put its own file in the place of the other. */
async function overtaken(user: TestUser): Promise<string> {
  const exportId = newId('export');
  const expiresAt = new Date(Date.now() + 3_600_000);
  await bench.store.prisma.accountExport.create({
    data: { id: exportId, userId: user.userId, state: 'ready', bytes: 7, expiresAt },
  });
  await new ExportFiles({ dataDir: bench.dataDir }).write({ exportId, attempt: 1, format: 'jsonl' }, lines());
  return exportId;
}

const fileOf = (exportId: string, user: TestUser, method = 'GET') =>
  fetch(`${bench.baseUrl}/api/client/account/exports/${exportId}/file`, { method, headers: user.auth });

describe('the file of an export', () => {
  it('is whole, also if a late attempt has put its own in its place', async () => {
    const user = await bench.signUp();
    const exportId = await overtaken(user);
    const answer = await fileOf(exportId, user);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(gunzipSync(bytes).toString()).toBe('one\ntwo\n');
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    const head = await fileOf(exportId, user, 'HEAD');
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
    expect(await head.text()).toBe('');
  });
});

async function* lines(): AsyncGenerator<string> {
  yield 'one\n';
  yield 'two\n';
}
