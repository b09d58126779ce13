import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ROOT, read, sourceFiles } from './source-files.js';

interface ComposeService {
  image: string;
  command?: string[];
  environment?: Record<string, string | number>;
  depends_on?: Record<string, unknown>;
  volumes?: string[];
  healthcheck?: unknown;
}

const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
};
const ours = Object.entries(compose.services).filter(([, service]) => service.image === 'agent-service');
const nginx = read('infra/front-door/nginx.conf');
const dockerfile = read('infra/Dockerfile');

describe('docker-compose.yml', () => {
  it('runs every service of the product but the one that holds all', () => {
    const folders = new Set(
      sourceFiles().map((path) => /^services\/([^/]+)\/src\/main\.ts$/.exec(path)?.[1] ?? ''),
    );
    const expected = [...folders].filter((name) => name !== '' && name !== 'all-in-one');
    expect(ours.map(([name]) => name)).toEqual(expect.arrayContaining(expected));
  });

  it('starts programs that exist in the sources', () => {
    const sources = ours.map(([, { command }]) =>
      (command?.[1] ?? '').replace('/dist/', '/src/').replace(/\.js$/, '.ts'),
    );
    expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('sets only names that the code reads', () => {
    const texts = sourceFiles()
      .filter((path) => /^(packages|services)\//.test(path))
      .map(read)
      .join('\n');
    const names = new Set(ours.flatMap(([, { environment }]) => Object.keys(environment ?? {})));
    expect([...names].filter((name) => !texts.includes(name))).toEqual([]);
  });

  it('depends on and mounts only what it defines', () => {
    const services = Object.values(compose.services);
    const depended = services.flatMap((service) => Object.keys(service.depends_on ?? {}));
    expect(depended.filter((name) => compose.services[name] === undefined)).toEqual([]);
    const mounted = services
      .flatMap((service) => service.volumes ?? [])
      .map((volume) => volume.split(':')[0] ?? '');
    const unknown = mounted.filter((name) =>
      name.startsWith('.') ? !existsSync(join(ROOT, name)) : !(name in compose.volumes),
    );
    expect(unknown).toEqual([]);
  });

  it('gives gateway and hub the same media folder', () => {
    expect(compose.services['gateway']?.volumes).toEqual(compose.services['websocket-hub']?.volumes);
  });
});

describe('infra/front-door/nginx.conf', () => {
  it('routes only to services of docker-compose.yml', () => {
    const targets = [
      ...nginx.matchAll(/set \$service ([a-z-]+);/g),
      ...nginx.matchAll(/^\s+(?:default|'')\s+(gateway|[a-z]+-[a-z]+);/gm),
    ];
    const names = targets.map((match) => match[1] ?? '');
    expect(names).toEqual(expect.arrayContaining(['gateway', 'websocket-hub', 'trigger-intake']));
    expect(names.filter((name) => compose.services[name] === undefined)).toEqual([]);
  });
});

describe('infra/Dockerfile', () => {
  it('uses the pinned package manager', () => {
    const manifest = JSON.parse(read('package.json')) as { packageManager: string };
    const named = [...dockerfile.matchAll(/pnpm@[0-9.]+/g)].map((match) => match[0]);
    expect(new Set(named)).toEqual(new Set([manifest.packageManager]));
  });

  it('does not run as root', () => {
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});
