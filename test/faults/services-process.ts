import { join } from 'node:path';
import { eventually, httpCall, Product, signalIfAlive } from '@svc/testkit';
import type { Member } from '@svc/testkit';

/** The supervisor waits up to 5 s before it starts a process again, and a hub up to 10 s for its slot. */
const RESTART_MS_MAX = 60_000;

/** `npm run services`, whose own processes can be killed one by one. */
export class ServicesProcess extends Product {
  /** @param options.folder holds the list of processes, and their files. */
  constructor(options: { folder: string; port: number; settings: Record<string, string> }) {
    const { folder, port, settings } = options;
    const url = `http://127.0.0.1:${port}`;
    const [dataDir, stateFile] = [join(folder, 'data'), join(folder, 'services.json')];
    const environment = {
      ...{ HOST: '127.0.0.1', PORT: String(port), PUBLIC_BASE_URL: url },
      ...{ DATA_DIR: dataDir, SERVICES_STATE_FILE: stateFile },
    };
    const scratch = { url, dataDir, stateFile, environment, remove: async () => {} };
    super({ mode: 'services', settings, isUnderFire: true }, scratch);
  }

  /** `kill -9` of all processes of a kind, or of all. Returns those that were killed. */
  async killAll(kind?: string): Promise<Member[]> {
    const members = await this.members(kind);
    for (const member of members) this.kill(member);
    return members;
  }

  /** `kill -9`. Resolves at once; {@link restarted} tells when the process is back. */
  kill(member: Member): void {
    if (member.pid === undefined) throw new Error(`${member.name} does not run`);
    signalIfAlive(member.pid, 'SIGKILL');
  }

  /** Resolves once the supervisor has started each of these members anew, and all processes are ready. */
  async restarted(killed: readonly Member[]): Promise<void> {
    const isAnew = (before: Member, members: Member[]): boolean => {
      const now = members.find(({ name }) => name === before.name);
      return now?.pid !== undefined && now.pid !== before.pid;
    };
    const what = `${killed.map(({ name }) => name).join(', ')} to be back`;
    await this.#reach(what, (members) => killed.every((member) => isAnew(member, members)));
  }

  /** Resolves once every process has noticed that a server is away: it is not ready, or says `degraded`. */
  async outageNoticed(): Promise<void> {
    const noticed = async () => Promise.all((await this.members()).map((member) => noticesOutage(member)));
    const what = 'all processes to notice the outage';
    await eventually(noticed, (all) => all.every(Boolean), { what, waitMsMax: RESTART_MS_MAX });
  }

  /** Resolves once every process is ready; one that noticed no outage may be so all the time. */
  async allReady(): Promise<void> {
    await this.#reach('all processes to be ready');
  }

  async #reach(what: string, isReached: (members: Member[]) => boolean = () => true): Promise<void> {
    const isThere = (members: Member[]) =>
      members.length > 0 && members.every(({ ready }) => ready) && isReached(members);
    const options = { what, waitMsMax: RESTART_MS_MAX };
    await eventually(() => this.members(), isThere, options).catch((cause: unknown) => {
      throw new Error(`Waited in vain for ${what}. What was written last:\n${this.outputTail}`, { cause });
    });
  }
}

async function noticesOutage({ port }: Member): Promise<boolean> {
  const answer = await httpCall(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
  if (answer?.status !== 200) return true;
  return 'degraded' in (answer.body as object);
}
