/** `node build.mjs`: writes the site to `dist`. An earlier one there is replaced once the new one is whole. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { writeAssets } from './src/assets.mjs';
import { compressTexts } from './src/compressed.mjs';
import { deadLinks } from './src/dead-links.mjs';
import { writePages } from './src/generator.mjs';
import { findPages, SITE } from './src/pages.mjs';
import { searchIndexOf } from './src/search-index.mjs';

const root = join(import.meta.dirname, '../..');
const folder = join(import.meta.dirname, 'dist');
/** Of Swagger UI. */
const LICENSES = ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'];
const draft = `${folder}.${process.pid}.tmp`;

try {
  await writeSite();
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(draft, { recursive: true, force: true });
}

async function writeSite() {
  mkdirSync(draft, { recursive: true });
  const pages = findPages(root);
  const assets = await writeAssets(draft);
  const sections = await writePages({ root, folder: draft, pages, assets });
  const pictures = join(root, 'docs/pictures');
  if (existsSync(pictures)) cpSync(pictures, join(draft, 'pictures'), { recursive: true });
  await writeApiReference();
  refuseDeadLinks();
  writeFileSync(join(draft, 'search-index.json'), searchIndexOf(pages, sections));
  await compressTexts(draft);
}

/** A page that loads nothing from elsewhere. */
async function writeApiReference() {
  const api = join(draft, 'api');
  cpSync(join(import.meta.dirname, 'api'), api, { recursive: true });
  const script = join(import.meta.dirname, 'client/api-reference-main.ts');
  await build({ entryPoints: [script], outfile: join(api, 'page.js'), minify: true, format: 'iife' });
  const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png', ...LICENSES])
    cpSync(join(swaggerUi, name), join(api, name));
}

function refuseDeadLinks() {
  const paths = readdirSync(draft, { recursive: true }).map((path) => path.replaceAll('\\', '/'));
  const documents = paths
    .filter((path) => path.endsWith('.html'))
    .map((path) => [SITE + path.replace(/index\.html$/, ''), readFileSync(join(draft, path), 'utf8')]);
  const dead = deadLinks(new Map(documents), new Set(paths.map((path) => SITE + path)));
  if (dead.length > 0) throw new Error(`Links that lead nowhere:\n${dead.join('\n')}`);
}
