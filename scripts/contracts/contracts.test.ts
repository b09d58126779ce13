/** @only-in-all Of a script, and changed with it. */
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

const REPOSITORY = join(import.meta.dirname, '../..');
const EVENTS = 'packages/http-contract/openapi/client-events.yaml';
const ASYNCAPI = 'proto-events/asyncapi.yaml';

let copy: string;

beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'contracts-'));
  const filter = (source: string) => !source.includes('node_modules');
  for (const folder of ['packages/http-contract/openapi', 'proto-events']) {
    await cp(join(REPOSITORY, folder), join(copy, folder), { recursive: true, filter });
  }
});

afterEach(() => rm(copy, { recursive: true }));

// That nothing is found in the contracts as they are is a check of its own, so here several things are wrong.
it('finds what Redocly and the parser of AsyncAPI only warn of', async () => {
  await change(EVENTS, 'state: delivered\n', () => 'state: gone\n');
  await change(EVENTS, "summary: List an agent's events", () => '');
  await change(ASYNCAPI, 'asyncapi: 3.1.0', () => 'asyncapi: 3.0.0');
  const { status, output } = lint();
  expect(status).toBe(1);
  expect(output).toContain('no-invalid-media-type-examples');
  expect(output).toContain('operation-summary');
  expect(output).toContain('asyncapi-latest-version');
});

async function change(file: string, found: string, replacement: (found: string) => string) {
  const path = join(copy, file);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(found);
  await writeFile(path, text.replace(found, replacement));
}

function lint() {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/contracts.mjs', copy], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  });
  return { status, output: stderr };
}
