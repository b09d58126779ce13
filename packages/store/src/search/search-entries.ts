import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { ClientBase } from 'pg';
import { ownedWords } from './owned-words.js';

/** What a message says, with what is known of the request that it shows. */
export interface MessageTexts {
  text: string;
  report_title: string | null;
  report_description: string | null;
  files: readonly { name: string }[] | null;
  decision_title: string | null;
  decision_description: string | null;
  decision_action: string | null;
  decision_note: string | null;
}

/** The texts that say what a message says: the first is its title, if it has one. */
export function textsOfMessage(message: MessageTexts): { title: string | null; body: string[] } {
  const given = (...texts: (string | null)[]): string[] =>
    texts.filter((text) => text !== null && text !== '') as string[];
  // The card repeats title and description of its request.
  if (message.decision_title !== null)
    return {
      title: message.decision_title,
      body: given(message.decision_description, message.decision_action, message.decision_note),
    };
  const names = (message.files ?? []).map(({ name }) => name);
  return { title: message.report_title, body: given(message.report_description, message.text, ...names) };
}

export interface NewSearchEntry {
  id: string;
  userId: string;
  agentId: string;
  /** A `SearchKind`. */
  kind: string;
  at: Date;
  texts: readonly string[];
}

/** The entry of a message. */
export function messageEntry(row: Omit<NewSearchEntry, 'texts'> & MessageTexts): NewSearchEntry {
  const { title, body } = textsOfMessage(row);
  return { ...row, texts: title === null ? body : [title, ...body] };
}

/** Writes the entries of things that are locked, or writes them anew. What has no words gets none. */
export async function writeEntries(client: ClientBase, entries: readonly NewSearchEntry[]): Promise<void> {
  const worded = entries.map((entry) => ({ ...entry, words: ownedWords(entry.userId, entry.texts) }));
  const written = worded.filter(({ words }) => words !== null);
  const wordless = worded.filter(({ words }) => words === null);
  if (written.length > 0)
    await rows(client, sql.search.writeEntries, {
      ids: written.map(({ id }) => id),
      userIds: written.map(({ userId }) => userId),
      agentIds: written.map(({ agentId }) => agentId),
      kinds: written.map(({ kind }) => kind),
      ats: written.map(({ at }) => at),
      words: written.map(({ words }) => words ?? ''),
    });
  if (wordless.length > 0)
    await rows(client, sql.search.removeEntries, { ids: wordless.map(({ id }) => id) });
}
