import { createReadStream } from 'node:fs';
import type { MediaStorage } from '@svc/messages';
import type { Store } from '@svc/store';
import { EXPORT_BYTES_MAX } from './export-files.js';
import { exportedUser, filePages, NOUNS } from './export-nouns.js';
import type { ExportLine } from './export-nouns.js';
import type { ZippedFile, ZipSoFar } from './export-files.js';

export interface ExportSources {
  store: Store;
  media: Pick<MediaStorage, 'find'>;
  /** Default: what an export may have, less {@link RESERVE_BYTES}. */
  zipBytesMax?: number;
}

export interface ExportContent {
  sources: ExportSources;
  userId: string;
  /** Gets the number of new lines, and hears of each file. */
  proceed: (lines: number) => Promise<void>;
}

/** For the zip's own directory. */
const RESERVE_BYTES = 64 * 1024 ** 2;
/** A little of each stays in memory, since a zip lists its files at its end. */
const FILES_MAX = 50_000;

/** Lines come first, so no picture keeps a person from them. None for a user who is deleted. */
export async function* exportInZip(
  { sources, userId, proceed }: ExportContent,
  soFar: ZipSoFar,
): AsyncGenerator<ZippedFile> {
  const { store, media, zipBytesMax = EXPORT_BYTES_MAX - RESERVE_BYTES } = sources;
  const user = await exportedUser(store, userId);
  if (user === null) return;
  yield { path: 'README.txt', content: only(EXPORT_README), isPacked: true };
  for (const [noun, pagesOf] of Object.entries(NOUNS))
    yield { path: `${noun}.jsonl`, content: asText(pagesOf(store, user), proceed), isPacked: true };
  let filled = 0;
  for await (const page of filePages(store, userId))
    for (const { mediaId, createdAt } of page) {
      const stored = await media.find(mediaId);
      if (stored !== null && filled < FILES_MAX && soFar.bytes + stored.byteLength <= zipBytesMax) {
        filled += 1;
        const content = bytesOf(stored.path);
        yield { path: `media/${mediaId}`, content, isPacked: false, changedAt: createdAt };
      }
      await proceed(0);
    }
}

async function* asText(
  pages: AsyncIterable<ExportLine[]>,
  proceed: ExportContent['proceed'],
): AsyncGenerator<string> {
  for await (const page of pages) {
    yield page.map((line) => `${JSON.stringify(line)}\n`).join('');
    await proceed(page.length);
  }
}

/** Opens the file when it is read, so that a file that has gone fails the reader. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path);
}

async function* only<T>(value: T): AsyncGenerator<T> {
  yield value;
}

const EXPORT_README = `This is a copy of what is kept of you.

profile.jsonl         your name and your e-mail address
agents.jsonl          your agents
agent_keys.jsonl      the keys of your agents, without their texts
tasks.jsonl           the tasks of your agents, without the addresses that trigger them
runs.jsonl            what became of the tasks: each run of a task
context_blocks.jsonl  what agents have written down in runs that are not over
events.jsonl          what your agents were told, and when; "frame" is the exact text
decisions.jsonl       what agents have asked you, and your answers
rules.jsonl           what you always allow
conversations.jsonl   your conversations: their titles, and what of them you have read
messages.jsonl        the messages of both sides
invitations.jsonl     your newest 100 invitations
api_keys.jsonl        your API keys, without their texts
audit.jsonl           what was done in your account
files.jsonl           what is known of the files of messages
media/                the files of messages themselves

Any text editor opens the files that end with .jsonl, and so do many programs for data. Each
line is one thing, written as JSON, in UTF-8. A file without lines means that there is nothing.

A line of files.jsonl says with "path" which file of this archive it means, and with
"message_id" which message it belongs to. If the archive has no such file, it was removed
while this copy was made, or found no room here.

The copy was made while the service went on. What changed meanwhile may be here in its old or
in its new form. Your password, the secrets of agents and the texts of keys are not in it.
`;
