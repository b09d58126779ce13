import { Person } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { bodyOf } from './answers.js';

interface Kind {
  /** Without one, the file has to be a picture or a recording. */
  name?: string;
  type?: string;
  /** Default: its size is announced. */
  chunked?: boolean;
}

/** Sends a file as it is, whatever comes of it. */
export function upload(from: Person | AgentClient, file: Buffer, kind: Kind = {}): Promise<HttpAnswer> {
  const { name, type = 'application/octet-stream', chunked = false } = kind;
  const call = { method: 'POST', body: file, headers: { 'content-type': type }, chunked };
  const query = name === undefined ? '' : `?name=${encodeURIComponent(name)}`;
  return from.call((from instanceof Person ? '/media' : '/api/agent/media') + query, call);
}

/** Sends a file, which must be taken. */
export function uploaded(from: Person | AgentClient, file: Buffer, kind?: Kind) {
  return bodyOf(from instanceof Person ? 'uploadMedia' : 'uploadAgentMedia', upload(from, file, kind), 201);
}

/** What files use of the person's quota. */
export async function usedBytes(person: Person): Promise<number> {
  const quotas = (await person.call('/account/quotas')).body as { quota: string; used: number }[];
  return quotas.find(({ quota }) => quota === 'media_bytes_per_user')?.used ?? NaN;
}
