import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

/** Where `npm start` answers; `vite dev` hands everything that is not the console's own on to it. */
const SERVICE = 'http://localhost:8080';

export default defineConfig({
  plugins: [react(), compressedCopies()],
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // A strict content security policy lets no data: URL be a script or a style sheet, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One script and one style sheet: a page that was opened needs no file of the service any more.
    chunkSizeWarningLimit: 1_500,
  },
  server: {
    proxy: { '/api': SERVICE, '/media': SERVICE, '/docs': SERVICE, '/ws': { target: SERVICE, ws: true } },
  },
});

/** Writes `.br` and `.gz` beside each asset, once, so that the gateway never compresses. */
function compressedCopies(): Plugin {
  let folder = '';
  return {
    name: 'compressed-copies',
    apply: 'build',
    configResolved: ({ root, build }) => void (folder = join(root, build.outDir, build.assetsDir)),
    async closeBundle() {
      const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name));
      await Promise.all(names.map((name) => compress(join(folder, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${path}.gz`, await promisify(gzip)(content));
}
