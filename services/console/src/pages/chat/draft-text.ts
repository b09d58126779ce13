import { useEffect, useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';

const KEY = 'draft:';

/** In this window it is still there after the person has looked at another page or reloaded this one. */
export function useDraftText(agentId: string): [string, Dispatch<SetStateAction<string>>] {
  const key = KEY + agentId;
  const [text, setText] = useState(() => stored(() => sessionStorage.getItem(key)) ?? '');
  useEffect(() => {
    stored(() => (text === '' ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, text)));
  }, [key, text]);
  return [text, setText];
}

/** If the browser stores nothing, or has no room, writing and sending still work. */
function stored<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** No unsent text of this person may remain for the next one. */
export function forgetDrafts(): void {
  stored(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY)) sessionStorage.removeItem(key);
  });
}
