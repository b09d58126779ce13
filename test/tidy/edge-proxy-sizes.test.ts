import { describe, expect, it } from '@jest/globals';
import { bodyBytesMaxOf, document } from '@svc/http-contract';
import type { OperationId } from '@svc/http-contract';
import { read } from './source-files.js';

interface Location {
  kind: '=' | '~' | '';
  name: string;
  bytesMax: number | undefined;
}

const nginx = read('infra/edge-proxy/nginx.conf.template');
const locations = locationsOf(nginx);
const bytesMaxElsewhere = bytesOf(/^ {2}client_max_body_size (\w+);/m.exec(nginx)?.[1]) ?? NaN;

describe('infra/edge-proxy/nginx.conf.template', () => {
  it('lets through the largest body of every call', () => {
    const calls = Object.entries(document.paths).flatMap(([path, item]) =>
      [item.post, item.put, item.patch].flatMap((operation) =>
        operation?.operationId === undefined ? [] : [{ path, id: operation.operationId as OperationId }],
      ),
    );
    expect(calls.length).toBeGreaterThan(40);
    const tooLarge = calls.filter(({ path, id }) => bytesMaxFor(path) < bodyBytesMaxOf(id));
    expect(tooLarge).toEqual([]);
  });

  it('is read by this test as nginx reads it', () => {
    expect(bytesMaxFor('/mcp')).toBe(1024 * 1024);
    expect(bytesMaxFor('/api/auth/sign-in')).toBe(16 * 1024);
    expect(bytesMaxFor('/api/client/agents/{agent_id}/messages')).toBe(72 * 1024 * 1024);
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
