import { Registry, collectDefaultMetrics } from 'prom-client';

/**
 * A registry for one service, since several services may run in one process. Every sample carries the label `service`.
 *
 * @param options.processMetrics also collect CPU, memory and event loop; once per process is enough. Default false.
 */
export function createMetrics(options: { service: string; processMetrics?: boolean }): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service: options.service });
  if (options.processMetrics === true) collectDefaultMetrics({ register: registry });
  return registry;
}

/**
 * The text exposition of several registries in one. If several registries have one metric, it is written as one block, since the format
 * allows its HELP and TYPE only once.
 */
export async function exposeMetrics(registries: readonly Registry[]): Promise<string> {
  const blocks = new Map<string, string[]>();
  for (const registry of new Set(registries)) {
    for (const block of (await registry.metrics()).split('\n\n')) addBlock(blocks, block.trim());
  }
  return [...blocks.values()].map((lines) => lines.join('\n')).join('\n\n') + '\n';
}

function addBlock(blocks: Map<string, string[]>, block: string): void {
  if (block === '') return;
  const lines = block.split('\n');
  const name = lines[0]?.split(' ')[2] ?? '';
  const known = blocks.get(name);
  if (known === undefined) blocks.set(name, lines);
  else known.push(...lines.filter((line) => !line.startsWith('#')));
}
