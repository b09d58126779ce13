import { writeWhole } from '../preparation/write-whole.mjs';
import { createFrontDoor, kindsNotReady } from './front-door.mjs';
import { Supervised } from './supervisor.mjs';

/** What a Ctrl-C may take in all; the last second of it belongs to the processes that must be killed. */
export const DRAIN_MS_MAX = 9_000;
/** How long one group may hold up the next: a slow client of a hub must not cost the dispatcher its own drain. */
const GROUP_DRAIN_MS_MAX = 4_000;

/** User-facing services drain first, so that what they have accepted can still be handed on. */
export const DRAIN_ORDER = [
  ['gateway', 'trigger-intake', 'websocket-hub'],
  ['webhook-dispatcher'],
  ['scheduler'],
];

/**
 * The services as processes of their own behind one front door. `refused` resolves to the name of a member that ends during the start
 * because its configuration is wrong; it is not started again, and the caller stops the rest.
 *
 * @param {{ counts: Record<string, number>, entryOf: (kind: string) => string, env: NodeJS.ProcessEnv, port: number,
 *   host: string, stateFile?: string, cwd?: string, print?: (line: string) => void, drainMsMax?: number }} options
 */
export function createConstellation({
  counts,
  entryOf,
  env,
  port,
  host,
  stateFile,
  cwd,
  print = console.log,
  drainMsMax = DRAIN_MS_MAX,
}) {
  let announced = false;
  let onRefused;
  const refused = new Promise((resolve) => (onRefused = resolve));
  const members = Object.entries(counts).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, index) => {
      const number = index + 1;
      const onRefusal = () => refuse(`${kind}#${number}`);
      const options = { kind, number, entry: entryOf(kind), env, onChange, onRefusal, onLine: print };
      return new Supervised(cwd === undefined ? options : { ...options, cwd });
    }),
  );
  const frontDoor = createFrontDoor(() => members);
  let stopped;

  return { members, refused, start, stop };

  async function start() {
    await new Promise((resolve, reject) => {
      frontDoor.server.once('error', reject);
      frontDoor.server.listen(port, host, () => resolve(undefined));
    });
    await Promise.all(members.map((member) => member.start()));
  }

  /** Once everything has run with this configuration, a member that refuses it is no reason to end the others. */
  function refuse(name) {
    if (!announced) onRefused(name);
    return !announced;
  }

  function stop() {
    stopped ??= drain();
    return stopped;
  }

  async function drain() {
    frontDoor.stopAccepting();
    const deadline = setTimeout(() => members.forEach((member) => member.kill()), drainMsMax);
    for (const kinds of DRAIN_ORDER) {
      const group = members.filter((member) => kinds.includes(member.kind));
      await settledWithin(
        GROUP_DRAIN_MS_MAX,
        group.map((member) => member.terminate()),
      );
    }
    await Promise.all(members.map((member) => member.ended));
    clearTimeout(deadline);
    frontDoor.destroy();
  }

  function onChange() {
    const isReady = kindsNotReady(members).length === 0;
    const state = {
      ready: isReady,
      url: `http://${host}:${port}`,
      members: members.map(({ name, kind, pid, port: ownPort, ready }) => ({
        name,
        kind,
        pid,
        port: ownPort,
        ready,
      })),
    };
    if (stateFile !== undefined) writeWhole(stateFile, JSON.stringify(state, null, 2) + '\n');
    if (isReady && !announced && stopped === undefined) {
      announced = true;
      for (const member of state.members) print(`${member.name} pid ${member.pid} port ${member.port}`);
      print(`ready ${state.url}`);
    }
  }
}

function settledWithin(limitMs, promises) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), limitMs);
    void Promise.all(promises).then(() => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}
