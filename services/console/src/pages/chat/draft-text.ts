import { useEffect, useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';

const KEY = 'draft:';

/** What is being written to an agent. It stands there again after another page was looked at or this one loaded anew, in this window. */
export function useDraftText(agentId: string): [string, Dispatch<SetStateAction<string>>] {
  const key = KEY + agentId;
  const [text, setText] = useState(() => readDraft(key));
  useEffect(() => storeDraft(key, text), [key, text]);
  return [text, setText];
}

function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function storeDraft(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // A browser that stores nothing, or has no room, still writes and sends.
  }
}

/** Nothing that this person began may be left for the next one. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY)) sessionStorage.removeItem(key);
  } catch {
    // Then nothing was stored either.
  }
}
