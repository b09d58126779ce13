import type { Conversation } from '../../api/conversations.ts';

/**
 * The pinned conversations, then the others, each once: one that has got a message since its page was read is on the first page too, and the
 * two lists are not read at the same moment.
 */
export function pinnedFirst(
  pinned: readonly Conversation[],
  listed: readonly Conversation[],
): readonly Conversation[] {
  const ids = new Set<string>();
  return [...pinned, ...listed].filter(({ id }) => !ids.has(id) && ids.add(id));
}
