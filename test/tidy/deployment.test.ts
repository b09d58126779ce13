import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bodyBytesMaxOf } from '@svc/http-contract';
import { parse } from 'yaml';
import { DEPLOYED } from '../../scripts/preparation/programs.mjs';
import { CALLS } from '../spec/described-calls.js';
import type { DescribedCall } from '../spec/described-calls.js';
import { read, ROOT, sourceFiles } from './source-files.js';

interface ComposeService {
  image: string;
  command?: string[];
  environment?: Record<string, string | number | null>;
  volumes?: string[];
}

interface Location {
  kind: '=' | '~' | '';
  name: string;
  bytesMax: number | undefined;
}

const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, ComposeService>;
};
const ours = Object.entries(compose.services).filter(([, service]) => service.image === 'agent-service');
/** Of `npm start` and `npm run services`, or compose's own. */
const NOT_OF_CONTAINERS = [
  ...['DEMO', 'SERVICES_STATE_FILE'],
  ...['GATEWAYS', 'HUBS', 'SCHEDULERS', 'INTAKES', 'DISPATCHERS'],
  // Only services that callers reach go by it, and in containers they trust the edge proxy.
  'TRUSTED_PROXIES',
];

const nginx = read('infra/edge-proxy/nginx.conf.template');
const locations = locationsOf(nginx);
const bytesMaxElsewhere = bytesOf(/^ {2}client_max_body_size (\w+);/m.exec(nginx)?.[1]) ?? NaN;
const dockerfile = read('infra/Dockerfile');

describe('docker-compose.yml', () => {
  it('runs every service of the product but the one that holds all', () => {
    const mains = sourceFiles().map((path) => /^services\/([^/]+)\/src\/main\.ts$/.exec(path)?.[1] ?? '');
    const expected = mains.filter((name) => name !== '' && name !== 'all-in-one');
    expect(ours.map(([name]) => name)).toEqual(expect.arrayContaining(expected));
  });

  it('starts programs that are bundled, from sources that exist', () => {
    const started = ours.map(([, { command }]) => command?.[1] ?? '');
    const bundled = Object.entries(DEPLOYED);
    const expected = bundled.map(([name]) => `bin/${name}.mjs`);
    expect(started.sort()).toEqual(expected.sort());
    const sources = bundled.map(([, path]) => path.replace('/dist/', '/src/').replace(/\.js$/, '.ts'));
    expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('names the same images as the test in containers and the one that brings RabbitMQ', () => {
    const tested = read('scripts/test-containers.mjs');
    const images = Object.values(compose.services).map(({ image }) => image);
    const theirs = [...new Set(images)].filter((image) => image !== 'agent-service');
    expect(theirs.filter((image) => !tested.includes(`'${image}'`))).toEqual([]);
    expect(read('scripts/testing/rabbit.mjs')).toContain(compose.services['rabbitmq']?.image);
  });

  it('sets only names that the code reads', () => {
    const product = sourceFiles().filter((path) => /^(packages|services)\//.test(path));
    const texts = product.map(read).join('\n');
    const names = new Set(ours.flatMap(([, { environment }]) => Object.keys(environment ?? {})));
    expect([...names].filter((name) => !texts.includes(name))).toEqual([]);
  });

  it('passes every setting of docs/configuration.md, so that it has an effect in containers too', () => {
    const page = read('docs/configuration.md');
    const named = [...page.matchAll(/^[|-] `([A-Z_]+)`/gm)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(40);
    const expected = named.filter((name) => !NOT_OF_CONTAINERS.includes(name));
    const missing = ours.flatMap(([service, { environment = {} }]) =>
      expected.filter((name) => !(name in environment)).map((name) => `${service}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('gives gateway and hub the same media folder', () => {
    expect(compose.services['gateway']?.volumes).toEqual(compose.services['websocket-hub']?.volumes);
  });
});

describe('infra/edge-proxy/nginx.conf.template', () => {
  it('routes only to services of docker-compose.yml', () => {
    const targets = [
      ...nginx.matchAll(/set \$service ([a-z-]+);/g),
      ...nginx.matchAll(/^\s+(?:default|'')\s+(gateway|[a-z]+-[a-z]+);/gm),
    ];
    const names = targets.map((match) => match[1] ?? '');
    expect(names).toEqual(expect.arrayContaining(['gateway', 'websocket-hub', 'trigger-intake']));
    expect(names.filter((name) => compose.services[name] === undefined)).toEqual([]);
  });

  it('lets through the largest body of every call', () => {
    const calls = CALLS.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method));
    expect(calls.length).toBeGreaterThan(40);
    const isTooLarge = ({ path, operationId }: DescribedCall) =>
      bytesMaxFor(path) < bodyBytesMaxOf(operationId);
    expect(calls.filter(isTooLarge)).toEqual([]);
  });

  it('is read by this test as nginx reads it', () => {
    expect(bytesMaxFor('/mcp')).toBe(1024 * 1024);
    expect(bytesMaxFor('/api/auth/sign-in')).toBe(16 * 1024);
    expect(bytesMaxFor('/api/client/agents/{agent_id}/messages')).toBe(72 * 1024 * 1024);
  });
});

describe('infra/Dockerfile', () => {
  it('uses the pinned package manager', () => {
    const manifest = JSON.parse(read('package.json')) as { packageManager: string };
    const named = [...dockerfile.matchAll(/pnpm@[0-9.]+/g)].map((match) => match[0]);
    expect(new Set(named)).toEqual(new Set([manifest.packageManager]));
  });

  it('is based on one line of Node, the one that the test in containers brings', () => {
    const bases = new Set([...dockerfile.matchAll(/^FROM (\S+)/gm)].map((match) => match[1] ?? ''));
    expect(bases.size).toBe(1);
    expect(read('scripts/test-containers.mjs')).toContain(`'${[...bases][0]}'`);
  });
});

/** nginx takes the first expression that fits, and else the longest beginning. */
function bytesMaxFor(template: string): number {
  const path = template.replaceAll(/\{\w+\}/g, 'an-id');
  const byExpression = locations.find(({ kind, name }) => kind === '~' && new RegExp(name).test(path));
  const [byBeginning] = locations
    .filter(({ kind, name }) => kind === '' && path.startsWith(name))
    .toSorted((a, b) => b.name.length - a.name.length);
  return (byExpression ?? byBeginning)?.bytesMax ?? bytesMaxElsewhere;
}

function locationsOf(text: string): Location[] {
  const blocks = text.matchAll(/^ {4}location (?:([=~]) )?(\/\S*|\^\S+) \{\n([^]*?)^ {4}\}/gm);
  return [...blocks].map(([, kind, name = '', block = '']) => ({
    ...{ kind: (kind ?? '') as Location['kind'], name },
    bytesMax: bytesOf(/client_max_body_size (\w+);/.exec(block)?.[1]),
  }));
}

/** nginx's units are powers of 1,024. */
function bytesOf(size: string | undefined): number | undefined {
  const [, count, unit = ''] = /^(\d+)([km]?)$/.exec(size ?? '') ?? [];
  if (count === undefined) return undefined;
  return Number(count) * ({ k: 1024, m: 1024 * 1024 }[unit] ?? 1);
}
