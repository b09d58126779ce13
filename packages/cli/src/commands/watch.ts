import { setTimeout as sleep } from 'node:timers/promises';
import type { Shell } from '../shell.js';

/** Looks at something again and again until it is over. What is new on the way is noted. */
export async function watch<Seen>(
  { output, signal }: Shell,
  everyMs: number,
  thing: { look: () => Promise<Seen>; isOver: (seen: Seen) => boolean; note: (seen: Seen) => string },
): Promise<Seen> {
  for (let said = ''; ;) {
    const seen = await thing.look();
    if (thing.isOver(seen)) return seen;
    const line = thing.note(seen);
    if (line !== said) output.note(line);
    said = line;
    await sleep(everyMs, undefined, { signal });
  }
}
