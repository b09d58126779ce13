import { useEffect, useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';

const KEY = 'draft:';

/** In this window it is still there after the person has looked at another page or reloaded this one. */
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
    // If the browser stores nothing, or has no room, writing and sending still work.
  }
}

/** No unsent text of this person may remain for the next one. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY)) sessionStorage.removeItem(key);
  } catch {
    // Then nothing was stored either.
  }
}
