import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf } from '../api/client-api.js';
import type { ClientApi, Schemas } from '../api/client-api.js';
import { cleanLine } from '../terminal/clean-text.js';

/** How often a run is looked at, in milliseconds. */
const LOOK_MS = 2_000;

/** Waits until a run has ended, and says how far it is meanwhile. */
export async function runReport(
  api: ClientApi,
  { runId, signal, note }: { runId: string; signal: AbortSignal; note: (text: string) => void },
): Promise<Schemas['ClientRunDetails']> {
  let said = '';
  for (;;) {
    const run = await answerOf(api.GET('/api/client/runs/{run_id}', { params: { path: { run_id: runId } } }));
    if (run.status !== 'pending' && run.status !== 'running') return run;
    const percent = run.progress?.percent;
    const text = run.progress === undefined ? `The run is ${run.status} …` : cleanLine(run.progress.text);
    const line = percent === undefined ? text : `${percent} %: ${text}`;
    if (line !== said) note(line);
    said = line;
    await sleep(LOOK_MS, undefined, { signal });
  }
}
