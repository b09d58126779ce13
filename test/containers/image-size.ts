import type { Composition } from './composition.js';

/** The parts of the image over its base, by how their paths begin. A file belongs to the first part that fits. */
const PARTS = [
  ['Prisma’s compiler of queries', 'bin/shared-query_compiler'],
  ['the programs, and what they share', 'bin/'],
  ['the migrations', 'prisma/'],
  ['the documentation', 'node_modules/@svc/docs-site/'],
  ['the console', 'node_modules/@svc/console/'],
  ['Swagger UI', 'node_modules/swagger-ui-dist/'],
  ['the list of what the image is made of', 'sbom.cdx.json'],
  ['all other files', ''],
] as const;

/** What the image carries over its base, in bytes, and a table of its parts. */
export async function imageSize(composition: Composition): Promise<{ overBase: number; table: string }> {
  const { image, base } = composition.engine;
  const sizeOf = async (name: string) =>
    Number(await composition.run('image', 'inspect', '--format', '{{.Size}}', name));
  const overBase = (await sizeOf(image)) - (await sizeOf(base));
  const [gateway = ''] = await composition.containers('gateway');
  const listed = await composition.run('exec', gateway, 'find', '/app', '-type', 'f', '-printf', '%s %P\n');
  const sizes = new Map<string, number>();
  for (const line of listed.split('\n')) {
    const [, bytes = '', path = ''] = /^(\d+) (.*)$/.exec(line) ?? [];
    const [name = ''] = PARTS.find(([, beginning]) => path.startsWith(beginning)) ?? [];
    sizes.set(name, (sizes.get(name) ?? 0) + Number(bytes));
  }
  const rows = PARTS.map(([name]) => row(name, sizes.get(name) ?? 0));
  return { overBase, table: [...rows, row('together, as the engine counts', overBase)].join('\n') };
}

function row(name: string, bytes: number): string {
  return `${name.padEnd(40)}${(bytes / 1_000_000).toFixed(2).padStart(6)} MB`;
}
