import type { OpenedMedia } from '@svc/messages';
import type { ExportedFile } from '@svc/store';
import { AGENT_NOUNS } from './export-agents.js';
import { EXPORT_BYTES_MAX } from './export-files.js';
import { profileLine, USER_NOUNS } from './export-lines.js';
import type { ExportSources } from './export-lines.js';
import { fileLine, inParts } from './export-media.js';
import { exportTexts, PAGE, rowPages } from './export-pages.js';
import type { ExportLine } from './export-pages.js';
import type { ZippedFile, ZipSoFar } from './zip-stream.js';

/** Room for the lines that list files, and for the zip's own directory. */
const RESERVE_BYTES = 64 * 1024 ** 2;
/** A zip lists its files at its end, so of each one a little stays in memory until then. */
const FILES_MAX = 50_000;
/** Lines that list files wait in memory until a file of them is full: only when a file was written it is known that it is in the zip. */
const LISTED_AT_ONCE = 10_000;

interface ZippedExport {
  sources: ExportSources;
  userId: string;
  soFar: ZipSoFar;
  /** Hears of lines that are written, and often. */
  proceed: (lines: number) => Promise<void>;
}

/**
 * The same as the lines of an export, as files: one of lines for each noun, then the files of the person's messages under the names that the lines of `files.jsonl` give.
 * Lines come first, so no picture keeps a person from them.
 */
export async function* zippedExport(zipped: ZippedExport): AsyncGenerator<ZippedFile> {
  const { sources, userId, proceed } = zipped;
  const { store } = sources;
  const profile = await profileLine(store, userId);
  if (profile === null) return;
  yield { path: 'README.txt', content: only(EXPORT_README), isPacked: true };
  const linesFile = (noun: string, pages: AsyncIterable<ExportLine[]>): ZippedFile => ({
    path: `${noun}.jsonl`,
    content: exportTexts(pages, proceed),
    isPacked: true,
  });
  yield linesFile('profile', only([profile]));
  const agents = await store.agents.listOf(userId);
  for (const [noun, pagesOf] of Object.entries(AGENT_NOUNS)) {
    yield linesFile(
      noun,
      ofEach(agents, (agent) => pagesOf(store, agent)),
    );
  }
  for (const [noun, pagesOf] of Object.entries(USER_NOUNS)) yield linesFile(noun, pagesOf(store, userId));
  let listed: ExportLine[] = [];
  let listsWritten = 0;
  const list = (): ZippedFile => {
    const lines = listed;
    listed = [];
    listsWritten += 1;
    return linesFile(listsWritten === 1 ? 'files' : `files-${listsWritten}`, only(lines));
  };
  for await (const each of filesOf(zipped, agents)) {
    if ('record' in each) listed.push(each);
    else yield each;
    if (listed.length === LISTED_AT_ONCE) yield list();
  }
  if (listed.length > 0 || listsWritten === 0) yield list();
}

/** Each file if there is room for it, and then its line. */
async function* filesOf(
  { sources, userId, soFar, proceed }: ZippedExport,
  agents: readonly { agentId: string }[],
): AsyncGenerator<ZippedFile | ExportLine> {
  const { store, media, zipBytesMax = EXPORT_BYTES_MAX - RESERVE_BYTES } = sources;
  let held = 0;
  for await (const file of listedFiles(store, userId, agents)) {
    // A file that was removed after it was listed is not there any more. One that is open can be read, whatever becomes of it.
    const opened = await media.open(file.mediaId);
    try {
      const isIncluded =
        opened !== null && held < FILES_MAX && soFar.bytes + opened.byteLength <= zipBytesMax;
      const path = isIncluded ? `media/${file.mediaId}` : null;
      if (opened !== null && path !== null) {
        held += 1;
        yield { path, content: bytesOf(opened, proceed), isPacked: false, changedAt: file.createdAt };
      }
      yield { ...fileLine(file, isIncluded), path };
      await proceed(0);
    } finally {
      await opened?.close();
    }
  }
}

/** Each file once. One that waits for a message comes first, so that none is missing which a message takes meanwhile. */
async function* listedFiles(
  store: ExportSources['store'],
  userId: string,
  agents: readonly { agentId: string }[],
): AsyncGenerator<ExportedFile> {
  const waiting = new Set<string>();
  const after = (last: ExportedFile | undefined): string => last?.mediaId ?? '';
  for await (const page of rowPages((last: ExportedFile | undefined) =>
    store.exports.uploadsOf(userId, after(last), PAGE),
  )) {
    for (const file of page) waiting.add(file.mediaId);
    yield* page;
  }
  for (const { agentId } of agents) {
    const pages = rowPages((last: ExportedFile | undefined) =>
      store.exports.filesOf(agentId, after(last), PAGE),
    );
    for await (const page of pages) yield* page.filter(({ mediaId }) => !waiting.has(mediaId));
  }
}

async function* bytesOf(
  opened: OpenedMedia,
  proceed: (lines: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  for await (const part of inParts(opened.read())) {
    yield part;
    await proceed(0);
  }
}

async function* only<T>(value: T): AsyncGenerator<T> {
  yield value;
}

async function* ofEach<Row, Page>(
  rows: readonly Row[],
  pagesOf: (row: Row) => AsyncIterable<Page>,
): AsyncGenerator<Page> {
  for (const row of rows) yield* pagesOf(row);
}

/** What is in the zip of an export, in words for the person whose it is. */
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
