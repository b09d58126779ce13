import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endOf, eventually, httpCall, ProductOutput, signalIfAlive } from '@svc/testkit';

export interface Member {
  /** Such as `gateway#1`. */
  name: string;
  kind: string;
  pid?: number;
  port: number;
  ready: boolean;
}

interface ServicesState {
  ready: boolean;
  members: Member[];
}

/** Long enough for a first start on a slow machine, in milliseconds. */
const START_MS_MAX = 240_000;
/** The supervisor waits up to 5 s before it starts a process again, and a hub up to 10 s for its slot. */
const RESTART_MS_MAX = 60_000;
/** What Ctrl-C may take, in milliseconds, and a little for the supervisor itself. */
const STOP_MS_MAX = 12_000;

/** `npm run services` as a child process, whose own processes can be killed one by one. */
export class ServicesProcess {
  readonly url: string;
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #output = new ProductOutput();
  #child: ChildProcess | undefined;
  #ended: Promise<number | NodeJS.Signals> | undefined;

  /**
   * @param options.folder holds the list of processes, and `services.pid` while they run.
   * @param options.settings the product's configuration.
   */
  constructor(options: { folder: string; port: number; settings: Record<string, string> }) {
    const { folder, port, settings } = options;
    this.#folder = folder;
    this.url = `http://127.0.0.1:${port}`;
    this.#env = {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => INHERITED.test(name))),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_BASE_URL: this.url,
      DATA_DIR: join(folder, 'data'),
      SERVICES_STATE_FILE: this.#stateFile,
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
      ...settings,
    };
  }

  /** Resolves once every process is ready. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['scripts/services.mjs'], {
      cwd: REPOSITORY,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#ended = endOf(child);
    for (const stream of [child.stdout, child.stderr]) this.#output.follow(stream);
    await writeFile(this.#pidFile, String(child.pid));
    const endedBefore = this.#ended.then((how) => {
      throw new Error(`The services ended (${how}) before they were ready:\n${this.#output.tail()}`);
    });
    // Once they are ready, their end is no longer a failed start.
    endedBefore.catch(() => undefined);
    const ready = this.#reach('the services to be ready', areAllReady, START_MS_MAX);
    await Promise.race([ready, endedBefore]);
  }

  /** The processes of a kind, or all, as they are now. */
  async members(kind?: string): Promise<Member[]> {
    const { members } = await this.#state();
    return kind === undefined ? members : members.filter((member) => member.kind === kind);
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
    const isAnew = (before: Member, { members }: ServicesState): boolean => {
      const now = members.find(({ name }) => name === before.name);
      return now?.pid !== undefined && now.pid !== before.pid;
    };
    const isBack = (state: ServicesState): boolean =>
      areAllReady(state) && killed.every((member) => isAnew(member, state));
    await this.#reach(`${killed.map(({ name }) => name).join(', ')} to be back`, isBack, RESTART_MS_MAX);
  }

  /** Resolves once every process has noticed that a server is away: it is not ready, or says `degraded`. */
  async outageNoticed(): Promise<void> {
    const noticed = async () => Promise.all((await this.members()).map((member) => noticesOutage(member)));
    const what = 'all processes to notice the outage';
    await eventually(noticed, (all) => all.every(Boolean), { what, waitMsMax: RESTART_MS_MAX });
  }

  /** Resolves once every process is ready; one that noticed no outage may be so all the time. */
  async allReady(): Promise<void> {
    await this.#reach('all processes to be ready', areAllReady, RESTART_MS_MAX);
  }

  /** Lines about processes that ended though nobody killed them, and about errors that nobody caught. */
  get collapses(): string[] {
    return this.#output.lines.filter(
      (line) => (/\| ended \(/.test(line) && !line.includes('(SIGKILL)')) || UNCAUGHT.test(line),
    );
  }

  /** Ends all in good order. Returns how the supervisor ended: 0 if all drained in time. Idempotent. */
  async stop(): Promise<number | NodeJS.Signals> {
    const [child, ended] = [this.#child, this.#ended];
    if (child === undefined || ended === undefined) return 0;
    this.#child = undefined;
    child.kill('SIGTERM');
    const timer = setTimeout(() => void this.#killAll(child), STOP_MS_MAX);
    const how = await ended;
    clearTimeout(timer);
    await rm(this.#pidFile, { force: true });
    return how;
  }

  get #stateFile(): string {
    return join(this.#folder, 'services.json');
  }

  get #pidFile(): string {
    return join(this.#folder, 'services.pid');
  }

  async #reach(what: string, isReached: (state: ServicesState) => boolean, waitMsMax: number): Promise<void> {
    try {
      await eventually(() => this.#state(), isReached, { what, waitMsMax });
    } catch (cause) {
      throw new Error(`Waited in vain for ${what}. What was written last:\n${this.#output.tail()}`, {
        cause,
      });
    }
  }

  async #state(): Promise<ServicesState> {
    const text = await readFile(this.#stateFile, 'utf8').catch(() => '{"ready":false,"members":[]}');
    return JSON.parse(text) as ServicesState;
  }

  async #killAll(child: ChildProcess): Promise<void> {
    for (const { pid } of await this.members()) if (pid !== undefined) signalIfAlive(pid, 'SIGKILL');
    child.kill('SIGKILL');
  }
}

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** What programs need of their surroundings; what configures the product comes from the test alone. */
const INHERITED =
  /^(PATH|HOME|TMPDIR|LANG|PREPARED_CHECKOUT|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|https?_proxy|no_proxy|npm_config_\w+)$/i;

const UNCAUGHT = /unhandled ?rejection|uncaught ?exception/i;

function areAllReady({ members }: ServicesState): boolean {
  return members.length > 0 && members.every(({ ready }) => ready);
}

async function noticesOutage({ port }: Member): Promise<boolean> {
  const answer = await httpCall(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
  if (answer?.status !== 200) return true;
  return 'degraded' in (answer.body as object);
}
