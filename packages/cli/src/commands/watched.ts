import { setTimeout as sleep } from 'node:timers/promises';
import type { Shell } from '../shell.js';

/** Looks at something again and again until it is over. What is new on the way is noted. */
export async function watched<Seen>(
  { output, signal }: Shell,
  everyMs: number,
  watch: { look: () => Promise<Seen>; isOver: (seen: Seen) => boolean; note: (seen: Seen) => string },
): Promise<Seen> {
  for (let said = ''; ;) {
    const seen = await watch.look();
    if (watch.isOver(seen)) return seen;
    const line = watch.note(seen);
    if (line !== said) output.note(line);
    said = line;
    await sleep(everyMs, undefined, { signal });
  }
}
