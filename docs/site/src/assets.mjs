import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { SITE } from './pages.mjs';

const PACKAGE = join(import.meta.dirname, '..');
const ENTRIES = {
  script: 'client/main.ts',
  theme: 'client/theme-main.ts',
  style: 'style/site.css',
  icon: 'style/icon.svg',
};

/**
 * Writes what all pages load, under names that hold a hash of the content.
 *
 * @param {string} folder Of the site. The files go to `assets` in it.
 * @returns {Promise<Record<keyof typeof ENTRIES, string>>} Their addresses.
 */
export async function writeAssets(folder) {
  const { metafile } = await build({
    absWorkingDir: PACKAGE,
    entryPoints: Object.values(ENTRIES),
    outdir: join(folder, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: ['chrome123', 'firefox121', 'safari17.5'],
    loader: { '.svg': 'copy' },
    metafile: true,
    logLevel: 'warning',
  });
  const written = Object.entries(metafile.outputs);
  const addressOf = (source) => {
    const [path] = written.find(([, { entryPoint, inputs }]) => entryPoint === source || source in inputs);
    return `${SITE}assets/${basename(path)}`;
  };
  return Object.fromEntries(Object.entries(ENTRIES).map(([name, source]) => [name, addressOf(source)]));
}
