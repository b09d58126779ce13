import { once } from 'node:events';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { addressReader, inTime, LOOPBACK_NETWORKS } from '@svc/runtime';
import type { ServiceCounts } from './configuration.js';
import { createEdgeProxy, kindsNotReady } from './edge-proxy.js';
import { Supervised } from './supervised.js';

export interface ProcessGroupOptions {
  counts: ServiceCounts;
  entryOf: (kind: string) => string;
  env: NodeJS.ProcessEnv;
  /** Where the edge proxy listens. */
  host: string;
  port: number;
  /** Before the edge proxy, in CIDR notation. Default: loopback. */
  trustedProxies?: readonly string[];
  /** The file that lists the processes and their ids. Default: none. */
  stateFile?: string | undefined;
  cwd?: string;
  /** Default: standard output. */
  print?: (line: string) => void;
  /** How long a drain may take, in milliseconds. Default {@link DRAIN_MS_MAX}. */
  drainMsMax?: number;
}

export interface ProcessGroup {
  members: readonly Supervised[];
  /** The name of a member that ends during the start for a wrong configuration, and is not started again. */
  refused: Promise<string>;
  /** Opens the edge proxy and starts the processes. Rejects if it cannot listen. */
  start(): Promise<void>;
  /** Drains all processes. Idempotent. */
  stop(): Promise<void>;
}

/** How long a Ctrl-C may take in all. The last second is for the processes that must be killed. */
export const DRAIN_MS_MAX = 9_000;
/** A slow client of a hub must not use up the dispatcher's own drain. */
const STEP_DRAIN_MS_MAX = 4_000;

/** User-facing services drain first, so that the others can still process what these have accepted. */
const DRAIN_ORDER = [['gateway', 'trigger-intake', 'websocket-hub'], ['webhook-dispatcher'], ['scheduler']];

export function createProcessGroup(options: ProcessGroupOptions): ProcessGroup {
  const { counts, entryOf, env, cwd, host, port, stateFile, print = console.log } = options;
  const url = `http://${host}:${port}`;
  let isAnnounced = false;
  let onRefused: (name: string) => void = () => {};
  const refused = new Promise<string>((resolve) => (onRefused = resolve));
  const members = Object.entries(counts).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, index) => superviseOne(kind, index + 1)),
  );
  const addressOf = addressReader(options.trustedProxies ?? LOOPBACK_NETWORKS);
  const edgeProxy = createEdgeProxy(() => members, addressOf);
  let stopped: Promise<void> | undefined;

  return {
    members,
    refused,
    async start() {
      await once(edgeProxy.server.listen(port, host), 'listening');
      edgeProxy.server.on('error', (error) => print(`edge proxy | ${error.message}`));
      await Promise.all(members.map((member) => member.start()));
    },
    stop: () => (stopped ??= drain()),
  };

  function superviseOne(kind: string, number: number): Supervised {
    return new Supervised({
      kind,
      number,
      entry: entryOf(kind),
      env,
      cwd,
      onChange,
      onRefusal: () => refuse(`${kind}#${number}`),
      onLine: print,
    });
  }

  /** Once everything has run with this configuration, a refusal does not end the others. */
  function refuse(name: string): boolean {
    if (!isAnnounced) onRefused(name);
    return !isAnnounced;
  }

  async function drain(): Promise<void> {
    edgeProxy.stopAccepting();
    const killAll = () => members.forEach((member) => member.kill());
    const deadline = setTimeout(killAll, options.drainMsMax ?? DRAIN_MS_MAX);
    for (const kinds of DRAIN_ORDER) {
      const step = members.filter((member) => kinds.includes(member.kind));
      const ended = Promise.all(step.map((member) => member.terminate()));
      await inTime(ended, STEP_DRAIN_MS_MAX).catch(() => undefined);
    }
    await Promise.all(members.map((member) => member.ended));
    clearTimeout(deadline);
    edgeProxy.destroy();
  }

  function onChange(): void {
    const isReady = kindsNotReady(members).length === 0;
    if (stateFile !== undefined) writeState(stateFile, isReady);
    if (!isReady || isAnnounced || stopped !== undefined) return;
    isAnnounced = true;
    for (const member of members) print(`${member.name} pid ${member.pid} port ${member.port}`);
    print(`ready ${url}`);
  }

  /** Written whole or not at all, because another program may read it at the same moment. */
  function writeState(path: string, isReady: boolean): void {
    const listed = members.map(({ name, kind, pid, port: ownPort, ready }) => ({
      name,
      kind,
      pid,
      port: ownPort,
      ready,
    }));
    mkdirSync(dirname(path), { recursive: true });
    const draft = `${path}.${process.pid}.tmp`;
    writeFileSync(draft, JSON.stringify({ ready: isReady, url, members: listed }, null, 2) + '\n');
    renameSync(draft, path);
  }
}
