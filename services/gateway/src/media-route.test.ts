import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createLogger } from '@svc/runtime';
import { pngDeclaring } from '@svc/testkit';
import { previewed } from './media-route.js';

it('no preview is made for whoever has gone, and of a picture that cannot be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-preview-'));
  const path = join(folder, 'broken.png');
  // Nobody can read more of it than its size.
  await writeFile(path, pngDeclaring(3_000, 3_000).subarray(0, 40));
  const warnings: unknown[] = [];
  const logger = createLogger({ service: 'test', level: 'silent' });
  logger.warn = (...warning: unknown[]) => void warnings.push(warning);
  const ownerOf = async () => 'a';
  expect(await previewed(path, { ownerOf, isGone: () => true }, logger)).toBeNull();
  expect(warnings).toEqual([]);
  expect(await previewed(path, { ownerOf, isGone: () => false }, logger)).toBeNull();
  expect(warnings).toHaveLength(1);
  await rm(folder, { recursive: true });
});
