import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, AgentLog } from '@svc/agent';

const HOUR_MS = 3_600_000;
const DOORS = ['loading dock', 'main entrance', 'archive'];

/** The approval-only agent: it asks once an hour. A start within the same hour finds the same question again, by its key. */
export async function playGatekeeper(
  agent: Agent,
  { signal, log }: { signal: AbortSignal; log: AgentLog },
): Promise<void> {
  while (!signal.aborted) {
    const hour = Math.floor(Date.now() / HOUR_MS);
    const door = DOORS[hour % DOORS.length];
    const question = {
      key: `hour-${hour}`,
      title: `Open the ${door}?`,
      description: 'Someone with a valid badge stands before it. *I am a demo: no door really opens.*',
      action: `door.open:${door?.replace(' ', '-')}`,
      suggestedPattern: 'door.open:*',
      expiresIn: '1h',
    } as const;
    try {
      await agent.ask(question, { signal });
    } catch (error) {
      if (!signal.aborted) log.warn(`The demo agent Gatekeeper could not ask: ${String(error)}`);
    }
    const pauseMs = Math.max(0, (hour + 1) * HOUR_MS - Date.now());
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
