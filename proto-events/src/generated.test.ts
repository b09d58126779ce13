import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

it('keeps types and validators as the schemas say', async () => {
  const generator = join(import.meta.dirname, '../generate.mjs');
  await expect(promisify(execFile)(process.execPath, [generator, '--check'])).resolves.toMatchObject({
    stderr: '',
  });
});
