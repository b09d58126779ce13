import { spawnSync } from 'node:child_process';
import { readAllInOneConfig } from '@svc/all-in-one';
import { readProcessGroupConfig } from '@svc/edge-proxy';
import { asyncapi } from '@svc/http-contract';
import { readEnvironment } from '@svc/runtime';
import { DEPLOYMENT, TUNING } from '../../scripts/pages/configuration.mjs';
import { generatedPages } from '../../scripts/pages/pages.mjs';
import { isTest, read, ROOT, sourceFiles } from './source-files.js';

/** A name is read through the typed reader of `@svc/runtime`, from an `env` object, or in brackets. */
const READ = /\bread\.[a-zA-Z]+\(\s*'([A-Z][A-Z0-9_]*)'|\benv(?:\.|\[')([A-Z][A-Z0-9_]+)/g;

describe('the generated pages', () => {
  it('say what the code says (node scripts/generated-pages.mjs)', async () => {
    const code = { readAllInOneConfig, readProcessGroupConfig, readEnvironment, asyncapi };
    const pages = await generatedPages(ROOT, code);
    for (const [path, text] of Object.entries(pages)) expect(read(path)).toBe(text);
  });

  it('know every setting that the product reads', () => {
    const product = sourceFiles().filter(
      (path) =>
        /^(packages|services)\//.test(path) &&
        !isTest(path) &&
        !/^packages\/(testkit|agent|cli)\/|generate\.mjs$/.test(path),
    );
    const names = product.flatMap((path) =>
      [...read(path).matchAll(READ)].map(([, typed, plain]) => typed ?? plain ?? ''),
    );
    expect([...new Set(names)].filter((name) => !(name in { ...DEPLOYMENT, ...TUNING }))).toEqual([]);
  });
});

it('the reference says what the docstrings say, and every public name of both packages has one (node scripts/reference.mjs)', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/reference.mjs', '--check'], {
    ...{ cwd: ROOT, encoding: 'utf8' },
    // The options of jest's own Node are none of its.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
