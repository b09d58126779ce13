import { createReadStream } from 'node:fs';
import type { MediaStorage } from '@svc/messages';
import type { ExportedFile } from '@svc/store';
import { EXPORT_BYTES_MAX } from './export-files.js';
import { exportedUser, NOUNS, PAGE, rowPages } from './export-nouns.js';
import type { ExportLine, ExportStore } from './export-nouns.js';
import type { ZippedFile, ZipSoFar } from './export-files.js';

export interface ExportSources {
  store: ExportStore;
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

/** For the lines that list files, and the zip's own directory. */
const RESERVE_BYTES = 64 * 1024 ** 2;
/** A little of each stays in memory, since a zip lists its files at its end. */
const FILES_MAX = 50_000;
/** They wait in memory: only when a file was written it is known that it is in the zip. */
const LISTED_AT_ONCE = 10_000;

/** Lines come first, so no picture keeps a person from them. None for a user who is deleted. */
export async function* exportInZip(
  { sources, userId, proceed }: ExportContent,
  soFar: ZipSoFar,
): AsyncGenerator<ZippedFile> {
  const { store } = sources;
  const user = await exportedUser(store, userId);
  if (user === null) return;
  yield { path: 'README.txt', content: only(EXPORT_README), isPacked: true };
  const linesFile = (noun: string, pages: AsyncIterable<ExportLine[]>): ZippedFile => ({
    path: `${noun}.jsonl`,
    content: asText(pages, proceed),
    isPacked: true,
  });
  for (const [noun, pagesOf] of Object.entries(NOUNS)) yield linesFile(noun, pagesOf(store, user));
  let listed: ExportLine[] = [];
  let listsWritten = 0;
  const list = (): ZippedFile => {
    const lines = listed;
    listed = [];
    listsWritten += 1;
    return linesFile(listsWritten === 1 ? 'files' : `files-${listsWritten}`, only(lines));
  };
  for await (const each of filesInZip({ sources, userId, proceed }, soFar)) {
    if ('record' in each) listed.push(each);
    else yield each;
    if (listed.length === LISTED_AT_ONCE) yield list();
  }
  if (listed.length > 0 || listsWritten === 0) yield list();
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

/** Each file if it fits, and its line. */
async function* filesInZip(
  { sources, userId, proceed }: ExportContent,
  soFar: ZipSoFar,
): AsyncGenerator<ZippedFile | ExportLine> {
  const { store, media, zipBytesMax = EXPORT_BYTES_MAX - RESERVE_BYTES } = sources;
  let filled = 0;
  const pages = rowPages((last: ExportedFile | undefined) =>
    store.exports.filesOf(userId, last?.mediaId ?? '', PAGE),
  );
  for await (const page of pages)
    for (const file of page) {
      const stored = await media.find(file.mediaId);
      const fits = filled < FILES_MAX && soFar.bytes + (stored?.byteLength ?? 0) <= zipBytesMax;
      const path = stored !== null && fits ? `media/${file.mediaId}` : null;
      if (stored !== null && path !== null) {
        filled += 1;
        yield { path, content: bytesOf(stored.path), isPacked: false, changedAt: file.createdAt };
      }
      yield { ...fileLine(file, path !== null), path };
      await proceed(0);
    }
}

/** Opens the file when it is read, so that a file that has gone fails the reader. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path);
}

async function* only<T>(value: T): AsyncGenerator<T> {
  yield value;
}

const fileLine = (file: ExportedFile, isIncluded: boolean): ExportLine => ({
  record: 'file',
  ...{ media_id: file.mediaId, agent_id: file.agentId, message_id: file.messageId },
  ...{ content_type: file.contentType, byte_length: file.byteLength },
  ...(file.fileName !== null && { name: file.fileName }),
  created_at: file.createdAt.toISOString(),
  is_included: isIncluded,
});

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
files.jsonl           the files of messages; very many go on in files-2.jsonl, and so on
media/                the files of messages themselves

Any text editor opens the files that end with .jsonl, and so do many programs for data. Each
line is one thing, written as JSON, in UTF-8. A file without lines means that there is nothing.

A line of files.jsonl says with "path" which file of this archive it means, and with
"message_id" which message it belongs to. If "is_included" is false, the file was removed
while this copy was made, or it found no room here. Then "path" is null.

The copy was made while the service went on. What changed meanwhile may be here in its old or
in its new form. Your password, the secrets of agents and the texts of keys are not in it.
`;
