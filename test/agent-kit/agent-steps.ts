import { eventually } from '@svc/testkit';
import { WAIT_MS_MAX } from './bench.js';
import type { Bench } from './bench.js';
import { fits } from './fits.js';
import type { Report } from './subject.js';

interface StartStep {
  options?: Record<string, unknown>;
  on?: object;
  tasks?: object;
  use?: string;
  /** Default: the agent's own. */
  secret?: string;
  agent_id?: string;
}

type Wanted = Record<string, unknown> & { times?: number };

/** Steps that tell the subject something, or that wait for what it reports. */
export const AGENT_STEPS = {
  /** Which process the following steps speak of. */
  async process(bench: Bench, name: string) {
    bench.turnTo(name);
  },

  async start(bench: Bench, step: StartStep) {
    bench.command({ do: 'start', ...settingsOf(bench, step) });
  },

  /** Starts it, and waits until it is connected. */
  async connect(bench: Bench, step: StartStep) {
    bench.command({ do: 'start', ...settingsOf(bench, step) });
    await report(bench, 'connected', {});
  },

  async serve(bench: Bench, { server = 'plain', ...step }: StartStep & { server?: string }) {
    bench.command({ do: 'serve', server, ...settingsOf(bench, step) });
    const serving = await report(bench, 'serving', {});
    bench.webhookUrl = String(serving['url']);
  },

  async open(bench: Bench, gate: string) {
    bench.command({ do: 'open', gate });
  },

  async call(bench: Bench, command: { do: string }) {
    bench.command(command);
  },

  async start_run(bench: Bench, { task, run }: { task: string; run: unknown[] }) {
    bench.command({ do: 'start_run', task_id: bench.task(task).id, run });
  },

  connected: (bench: Bench, times: number) => report(bench, 'connected', { times }),
  disconnected: (bench: Bench, times: number) => report(bench, 'disconnected', { times }),
  told: (bench: Bench, wanted: Wanted) => report(bench, 'told', wanted),
  ended: (bench: Bench, wanted: Wanted) => report(bench, 'ended', wanted),
  error: (bench: Bench, wanted: Wanted) => report(bench, 'error', wanted),
  logged: (bench: Bench, wanted: Wanted) => report(bench, 'logged', wanted),
  done: (bench: Bench, wanted: Wanted) => report(bench, 'done', wanted),
  failed: (bench: Bench, wanted: Wanted) => report(bench, 'failed', wanted),

  /** It has come so often, and no more often. A step before has waited for something that came later. */
  async exactly(bench: Bench, { event = 'told', times, ...wanted }: Wanted & { event?: string }) {
    const found = matching(bench, event, wanted);
    if (found.length === times) return;
    throw new Error(`There should be ${times} reports of ${JSON.stringify(wanted)}, and are ${found.length}`);
  },

  /** What the agent has told, as far as it has these facts, in this order. */
  async order(bench: Bench, { fact, is }: { fact: string; is: unknown[] }) {
    const told = bench.reports
      .filter((each) => each.event === 'told' && fact in each)
      .map((each) => each[fact]);
    if (!fits(told, is)) throw new Error(`The order is ${JSON.stringify(told)}`);
  },

  async kill(bench: Bench, name: NodeJS.Signals) {
    bench.subject.signal(name);
  },

  async process_ends(bench: Bench, how: string) {
    const ended = await bench.subject.end();
    if (ended !== how) throw new Error(`The process ended by ${ended}: ${bench.errors}`);
  },

  /** `cut`, `refuse`, `admit`, `freeze`, `thaw`, `hold`, `release`, or `{ delay: <milliseconds> }`. */
  async network({ proxy }: Bench, what: string | { delay: number }) {
    if (typeof what === 'object') return proxy.delay(what.delay);
    const acts: Record<string, () => void> = {
      ...{ cut: () => proxy.cut(), refuse: () => proxy.refuse(), admit: () => proxy.admit() },
      ...{ freeze: () => proxy.blackhole(), thaw: () => proxy.restore() },
      ...{ hold: () => proxy.hold(), release: () => proxy.release() },
    };
    const act = acts[what];
    if (act === undefined) throw new Error(`The network knows no "${what}"`);
    act();
  },

  /** The agent has tried to connect so often since the scenario began. */
  async connections({ proxy }: Bench, least: number) {
    const what = `${least} connections`;
    const made = async () => proxy.seen.connections;
    await eventually(made, (seen) => seen >= least, { what, waitMsMax: WAIT_MS_MAX });
  },

  /** The agent has sent so much more from now on, such as pings. */
  async sends({ proxy }: Bench, more: number) {
    const before = proxy.seen.sends;
    const what = `${more} more sends`;
    const sent = async () => proxy.seen.sends - before;
    await eventually(sent, (seen) => seen >= more, { what, waitMsMax: WAIT_MS_MAX });
  },
};

function settingsOf(
  bench: Bench,
  { options = {}, secret, agent_id: agentId, ...handlers }: StartStep,
): object {
  return {
    options: {
      ...{ agent_id: agentId ?? bench.agent.agentId, secret: secret ?? bench.secret, url: bench.proxy.url },
      ...{ reconnect_first_ms: 100, reconnect_most_ms: 400 },
      ...options,
      ...(options['signing_secrets'] === 'known' ? { signing_secrets: bench.signingSecrets } : {}),
    },
    ...handlers,
  };
}

function matching(bench: Bench, event: string, wanted: object): Report[] {
  return bench.reports.filter((each) => each.event === event && fits(each, wanted));
}

async function report(bench: Bench, event: string, { times = 1, ...wanted }: Wanted): Promise<Report> {
  try {
    const found = await eventually(
      async () => matching(bench, event, wanted),
      (reports) => reports.length >= times,
      { what: `the report "${event}" ${JSON.stringify(wanted)}`, waitMsMax: WAIT_MS_MAX },
    );
    return found[times - 1] as Report;
  } catch (cause) {
    const all = bench.reports.map((each) => JSON.stringify(each)).join('\n');
    throw new Error(`${(cause as Error).message}. Reported was:\n${all}\n${bench.errors}`, { cause });
  }
}
