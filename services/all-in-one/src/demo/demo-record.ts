import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Login } from './user-api.js';

/** What a later start has to know of the demo. The secrets of its agents are not kept: each start makes new ones. */
export interface DemoRecord extends Login {
  /** Written before the account is made, so that no account remains without a record. */
  createdAt: string;
  /** `null` until the account is made. */
  userId: string | null;
  /** Ids of the agents that were made, by their role. */
  agents: { ada?: string; gatekeeper?: string };
  /** Whether Ada has her tasks and has said hello; what the visitor deletes afterwards stays deleted. */
  isFurnished: boolean;
}

/** `null` if there was no demo in this data folder. @throws if the file is not one of ours. */
export async function readDemoRecord(dataDir: string): Promise<DemoRecord | null> {
  let text: string;
  try {
    text = await readFile(fileIn(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const record: unknown = JSON.parse(text);
  if (!isRecord(record)) throw new Error(`${fileIn(dataDir)} is not a record of the demo`);
  return record;
}

/** Written whole or not at all: after a crash the former record remains. Only its owner may read it, since it holds the password. */
export async function writeDemoRecord(dataDir: string, record: DemoRecord): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${fileIn(dataDir)}.new`;
  await writeFile(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, fileIn(dataDir));
}

export async function removeDemoRecord(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true });
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'demo.json');
}

function isRecord(value: unknown): value is DemoRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Partial<DemoRecord>;
  return (
    typeof record.email === 'string' &&
    typeof record.password === 'string' &&
    typeof record.createdAt === 'string' &&
    (record.userId === null || typeof record.userId === 'string') &&
    typeof record.agents === 'object' &&
    typeof record.isFurnished === 'boolean'
  );
}
