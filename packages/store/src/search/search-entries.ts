import { rows } from '@svc/database';
import type { ClientBase } from 'pg';
import { ownedWords } from './owned-words.js';

export const SEARCH_KINDS = ['message', 'report', 'run', 'decision', 'task'] as const;

/** What a search finds. A run and a request are found by the message that shows them. */
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** What a message says, with what is known of the request that it shows. */
export interface MessageTexts {
  kind: 'text' | 'report' | 'run' | 'decision';
  text: string;
  report_title: string | null;
  report_description: string | null;
  files: readonly { name: string }[] | null;
  decision_title: string | null;
  decision_description: string | null;
  decision_action: string | null;
  decision_note: string | null;
}

/** The columns of {@link MessageTexts} of the message `m` and its request `d`. */
export const MESSAGE_TEXTS = `
  m.kind, m.text, m.report_title, m.report_description, m.files, d.title AS decision_title, d.description AS decision_description,
  d.action AS decision_action, d.note AS decision_note`;

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

export function searchKindOf({ kind }: Pick<MessageTexts, 'kind'>): SearchKind {
  return kind === 'text' ? 'message' : kind;
}

export interface NewSearchEntry {
  id: string;
  userId: string;
  agentId: string;
  kind: SearchKind;
  at: Date;
  texts: readonly string[];
}

/** Writes the entries of things that are locked, or writes them anew. What has no words gets none. */
export async function writeEntries(client: ClientBase, entries: readonly NewSearchEntry[]): Promise<void> {
  const worded = entries.map((entry) => ({ ...entry, words: ownedWords(entry.userId, entry.texts) }));
  const written = worded.filter(({ words }) => words !== null);
  const wordless = worded.filter(({ words }) => words === null);
  if (written.length > 0)
    await rows(client, WRITE_ENTRIES, [
      written.map(({ id }) => id),
      written.map(({ userId }) => userId),
      written.map(({ agentId }) => agentId),
      written.map(({ kind }) => kind),
      written.map(({ at }) => at),
      written.map(({ words }) => words),
    ]);
  if (wordless.length > 0) await rows(client, REMOVE_ENTRIES, [wordless.map(({ id }) => id)]);
}

const WRITE_ENTRIES = {
  name: 'search-write-entries',
  text: `
    INSERT INTO search_entry AS e (id, user_id, agent_id, kind, at, words)
    SELECT g.id, g.user_id, g.agent_id, g.kind, g.at, g.words::tsvector
      FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[]) AS g (id, user_id, agent_id, kind, at, words)
        ON CONFLICT (id) DO UPDATE SET words = EXCLUDED.words WHERE e.words <> EXCLUDED.words`,
};

const REMOVE_ENTRIES = {
  name: 'search-remove-entries',
  text: 'DELETE FROM search_entry WHERE id = ANY ($1::text[])',
};
