import type { Logger } from '@svc/runtime';
import type {
  Announcer,
  Decisions,
  Hints,
  OverdueRun,
  OverdueRuns,
  OverdueStep,
  ReplaySteps,
  SearchIndex,
} from '@svc/store';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Step } from './step-loop.js';

/** What a person writes is found by the search about a second later. */
const LOOK_INTERVAL_MS = 1_000;
/** Before a replay that another scheduler holds is looked for again. */
const LOCKED_PAUSE_MS = 20;

const CLAIM_MAX = 100;

/** Dismisses expired requests, and reminds at half of their time. Any number of schedulers may do so. */
export function decisionSteps(parts: {
  store: { decisions: Pick<Decisions, 'expire' | 'remind'> };
  announcer: Pick<Announcer, 'announce'>;
  hints: Pick<Hints, 'decisionChanged' | 'eventChanged'>;
  metrics: Registry;
}): Step[] {
  const { store, announcer, hints, metrics } = parts;
  const dismissed = new Counter({
    name: 'decisions_expired_total',
    help: 'Requests for a decision that were dismissed because their time was over',
    registers: [metrics],
  });
  const reminded = new Counter({
    name: 'decisions_reminded_total',
    help: 'Open requests for a decision of which their users were reminded at half of their time',
    registers: [metrics],
  });
  return [
    { name: 'decision expiry', intervalMs: LOOK_INTERVAL_MS, run: expire },
    { name: 'decision reminders', intervalMs: LOOK_INTERVAL_MS, run: remind },
  ];

  async function expire(): Promise<number | null> {
    const expired = await store.decisions.expire(CLAIM_MAX);
    dismissed.inc(expired.length);
    // In order per agent.
    for (const { decisionId, event } of expired) {
      const { eventId, agentId, userId } = event;
      announcer.announce(event);
      hints.eventChanged(eventId, agentId, userId);
      hints.decisionChanged({ agentId, userId, decisionId });
    }
    return expired.length < CLAIM_MAX ? null : 0;
  }

  /** If the process ends in between, the mark is seen when the app reads again. */
  async function remind(): Promise<number | null> {
    const marked = await store.decisions.remind(CLAIM_MAX);
    reminded.inc(marked.length);
    for (const decision of marked) hints.decisionChanged(decision);
    return marked.length < CLAIM_MAX ? null : 0;
  }
}

/**
 * Ends attempts whose lease or time has ended, and offers runs again. Any number of schedulers may do so. If
 * a run cannot be moved on, others of its agent are left for later, and keep no other agent waiting.
 */
export function overdueRuns(parts: {
  store: { overdueRuns: OverdueRuns };
  announcer: Pick<Announcer, 'announce'>;
  hints: Pick<Hints, 'eventChanged' | 'messageChanged' | 'runChanged'>;
  logger: Logger;
  metrics: Registry;
}): Step {
  const { store, announcer, hints, logger, metrics } = parts;
  const moved = new Counter({
    name: 'overdue_runs_total',
    help: 'Runs whose lease or time had ended: offered again later, offered again, or failed; or that could not be moved on',
    labelNames: ['step'],
    registers: [metrics],
  });

  return { name: 'overdue runs', intervalMs: LOOK_INTERVAL_MS, run: moveAllOn };

  async function moveAllOn(signal: AbortSignal): Promise<number | null> {
    const { looked, runs } = await store.overdueRuns.claim(CLAIM_MAX);
    const stuck = new Set<string>();
    for (const run of runs) {
      if (signal.aborted) return null;
      if (!stuck.has(run.agentId) && !(await moveOn(run))) stuck.add(run.agentId);
    }
    return looked === CLAIM_MAX ? 0 : null;
  }

  /** False if that failed. */
  async function moveOn(run: OverdueRun): Promise<boolean> {
    try {
      const done = await store.overdueRuns.step(run);
      if (done === null) return true;
      moved.inc({ step: done.step });
      tell(run, done);
      return true;
    } catch (error) {
      moved.inc({ step: 'stuck' });
      logger.warn({ err: error, run_id: run.runId }, 'an overdue run was not moved on, it is tried again');
      return false;
    }
  }

  function tell({ runId, taskId, agentId, userId }: OverdueRun, done: OverdueStep): void {
    hints.runChanged({ agentId, userId, taskId, runId });
    switch (done.step) {
      case 'retried':
        return;
      case 'failed': {
        const { conversationId, messageId } = done;
        hints.messageChanged({ agentId, userId, conversationId, messageId });
        return;
      }
      case 'offered':
        hints.eventChanged(done.event.eventId, agentId, userId);
        announcer.announce(done.event);
    }
  }
}

/**
 * Sends events again in small steps. Any number of schedulers may do so, because a step holds its replay. If
 * a process dies behind a step, hubs and dispatchers find what it has opened.
 */
export function replaySteps(parts: {
  store: { replaySteps: ReplaySteps };
  announcer: Pick<Announcer, 'announce'>;
  hints: Pick<Hints, 'agentChanged' | 'eventChanged'>;
  metrics: Registry;
}): Step {
  const { store, announcer, hints, metrics } = parts;
  const sent = new Counter({
    name: 'replayed_events_total',
    help: 'Events that replays have sent again',
    registers: [metrics],
  });

  return { name: 'replays', intervalMs: LOOK_INTERVAL_MS, run };

  async function run(): Promise<number | null> {
    const done = await store.replaySteps.step();
    if (done === null) {
      const dueInMs = await store.replaySteps.dueInMs();
      // What is due and was not taken is locked by another scheduler.
      return dueInMs === null ? null : Math.min(LOOK_INTERVAL_MS, Math.max(dueInMs, LOCKED_PAUSE_MS));
    }
    const { agentId, userId, events, isEnded } = done;
    sent.inc(events.length);
    for (const event of events) {
      hints.eventChanged(event.eventId, agentId, userId);
      announcer.announce(event);
    }
    if (isEnded) hints.agentChanged(agentId, userId);
    return 0;
  }
}

/** Any number of schedulers may do so: one writes at a time. */
export function searchEntries(parts: { store: { searchIndex: SearchIndex }; metrics: Registry }): Step {
  const { store, metrics } = parts;
  const written = new Counter({
    name: 'search_entries_written_total',
    help: 'Entries that this process has written for the search',
    registers: [metrics],
  });
  return {
    name: 'search entries',
    intervalMs: LOOK_INTERVAL_MS,
    async run() {
      const step = await store.searchIndex.step();
      written.inc(step.written);
      return step.isMore ? 0 : null;
    },
  };
}
