/** @only-in-all Of a script, and changed with it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../preparation/processes.mjs';
import { bundle } from './bundle.mjs';

const SERVICES = ['gateway', 'websocket-hub', 'scheduler', 'trigger-intake', 'webhook-dispatcher'];

describe('the bundle', () => {
  let folder: string;

  beforeAll(async () => {
    // Away from the checkout, whose packages would be found otherwise.
    folder = await mkdtemp(join(tmpdir(), 'bundle-'));
    await bundle(repositoryRoot(), folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([...SERVICES, 'migrate'])('has everything that %s loads', async (name) => {
    // Without a configuration each of them ends as soon as it has been loaded.
    expect(await errorOutputOf(join(folder, 'bin', `${name}.mjs`))).toContain('DATABASE_URL is required');
  });

  it('has what previews of pictures are made with', async () => {
    const program = join(folder, 'bin', 'preview.mjs');
    const create = "{ create: { width: 2, height: 2, channels: 3, background: 'red' } }";
    const content = `import sharp from 'sharp'; console.error((await sharp(${create}).webp().toBuffer()).length);`;
    await writeFile(program, content);
    expect(Number(await errorOutputOf(program))).toBeGreaterThan(0);
  });

  it('brings the files that are read at run time', () => {
    const files = [
      'prisma/migrations/20261201000000_schema/migration.sql',
      'node_modules/@svc/console/dist/index.html',
      'node_modules/@svc/docs-site/dist/api/swagger-ui-bundle.js',
    ];
    expect(files.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  });
});

function errorOutputOf(program: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env: {} }, (_error, _stdout, stderr) => resolve(stderr));
  });
}
