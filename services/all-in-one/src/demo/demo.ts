import { closeAccount, DemoUnavailable, enterAccount } from './account.js';
import type { Account } from './account.js';
import { Ada, CHECK_IN, DEPLOY_HOOK } from './ada.js';
import { AgentApi } from './agent-api.js';
import type { AgentCredentials } from './agent-api.js';
import { AgentConnection } from './agent-connection.js';
import { readDemoRecord, writeDemoRecord } from './demo-record.js';
import type { DemoRecord } from './demo-record.js';
import { Gatekeeper } from './gatekeeper.js';
import { welcomeText } from './reply.js';
import type { AgentKind, Login, UserApi } from './user-api.js';

/** The part of a logger that the demo uses. */
export interface DemoLog {
  warn(fields: Record<string, unknown>, message: string): void;
}

export interface DemoOptions {
  /** Where the product listens, such as `http://127.0.0.1:8080`. */
  baseUrl: string;
  /** The address that the product was told to listen on. It decides whether everybody may know the password. */
  host: string;
  publicBaseUrl: string;
  /** Whether a request has come from beyond this machine, whatever the addresses say. */
  isReached: boolean;
  /** Holds `demo.json`. */
  dataDir: string;
  log: DemoLog;
}

/** The login of the demo's user, or the reason why there is none, which was logged. */
export type DemoOpening = { login: Login } | { problem: string };

export interface Demo {
  /** Resolves at once. The demo starts in the background; if it fails, the failure is logged and nothing else is affected. */
  start(): Promise<void>;
  /** Resolves when the events that have come are handled, or after a moment. May be called before `start()` and more than once. */
  stop(): Promise<void>;
  /**
   * Stops, and replaces the password if everybody knows it. Rejects if that fails; may be called again. For when others reach a product that
   * was meant for this machine alone.
   */
  switchOff(): Promise<void>;
  /** Resolves once the demo user can sign in, or cannot. Never rejects. */
  readonly opened: Promise<DemoOpening>;
}

/** How long `stop()` lets the agents finish, in milliseconds. */
const FINISH_MS_MAX = 1_500;
/** How long `switchOff()` may take for its calls, in milliseconds. */
const SWITCH_OFF_MS_MAX = 15_000;
const MESSAGES_LOGGED_MAX = 50;

/** A demo user with two agents, made and run only over the public interface. */
export function createDemo(options: DemoOptions): Demo {
  const abort = new AbortController();
  const complain = onceEach(options.log, abort.signal);
  const closers: (() => Promise<void>)[] = [];
  let opening: Promise<DemoOpening> | undefined;
  let resolveOpened: (opening: DemoOpening) => void = () => {};
  const opened = new Promise<DemoOpening>((resolve) => (resolveOpened = resolve));

  async function open(): Promise<DemoOpening> {
    try {
      const { dataDir, baseUrl } = options;
      const account = await enterAccount({
        baseUrl,
        dataDir,
        reach: options,
        record: await readDemoRecord(dataDir),
        signal: abort.signal,
      });
      const agents = await makeAgents(account, dataDir);
      await bringUp(agents);
      await account.user.signOut().catch((error: unknown) => complain('The demo could not sign out.', error));
      return { login: { email: agents.record.email, password: agents.record.password } };
    } catch (error) {
      const problem = error instanceof DemoUnavailable ? error.message : 'The demo did not come up.';
      complain(problem, error instanceof DemoUnavailable ? undefined : error);
      return { problem };
    }
  }

  async function bringUp({ ada, gatekeeper, record }: DemoAgents): Promise<void> {
    const { baseUrl, publicBaseUrl, dataDir } = options;
    const apiOf = (credentials: AgentCredentials) =>
      new AgentApi({ baseUrl, credentials, signal: abort.signal });
    const socketUrl = baseUrl.replace(/^http/, 'ws');

    const adaApi = apiOf(ada);
    if (!record.isFurnished) {
      await furnish(adaApi).then(
        () => writeDemoRecord(dataDir, { ...record, isFurnished: true }),
        (error: unknown) => complain('The demo agent Ada could not be given her tasks.', error),
      );
    }
    const scripted = new Ada({ api: adaApi, publicBaseUrl });
    run(
      new AgentConnection({
        socketUrl,
        credentials: ada,
        complain,
        handle: (event) => scripted.handle(event),
      }),
    );

    const keeper = new Gatekeeper({ api: apiOf(gatekeeper), complain });
    closers.push(async () => keeper.stop());
    run(
      new AgentConnection({
        socketUrl,
        credentials: gatekeeper,
        complain,
        handle: (event) => keeper.handle(event),
        onConnected: () => keeper.begin(),
      }),
    );
  }

  function run(connection: AgentConnection): void {
    if (abort.signal.aborted) return;
    closers.push(() => connection.stop());
    connection.start();
  }

  return {
    opened,
    async start() {
      if (abort.signal.aborted) return;
      opening ??= open();
      void opening.then(resolveOpened);
    },
    stop,
    async switchOff() {
      await stop();
      const { dataDir, baseUrl } = options;
      await closeAccount({
        baseUrl,
        dataDir,
        reach: { ...options, isReached: true },
        record: await readDemoRecord(dataDir),
        signal: AbortSignal.timeout(SWITCH_OFF_MS_MAX),
      });
    },
  };

  async function stop(): Promise<void> {
    resolveOpened({ problem: 'The demo was stopped.' });
    const closed = Promise.all(closers.map((close) => close()));
    await atMost(FINISH_MS_MAX, closed);
    abort.abort();
    await opening;
    // Agents that a start under way has opened meanwhile.
    await Promise.all(closers.splice(0).map((close) => close()));
  }
}

interface DemoAgents {
  ada: AgentCredentials;
  gatekeeper: AgentCredentials;
  record: DemoRecord;
}

/** The agents of an earlier start with new secrets, or new agents. */
async function makeAgents({ user, record }: Account, dataDir: string): Promise<DemoAgents> {
  const { ada: adaId, gatekeeper: gatekeeperId } = record.agents;
  const ada = await agentOf(user, adaId, { agent_name: 'Ada', kind: 'interactive' });
  const gatekeeper = await agentOf(user, gatekeeperId, { agent_name: 'Gatekeeper', kind: 'approval-only' });
  const made: DemoRecord = {
    ...record,
    agents: { ada: ada.agentId, gatekeeper: gatekeeper.agentId },
    isFurnished: record.isFurnished && ada.agentId === adaId,
  };
  await writeDemoRecord(dataDir, made);
  return { ada, gatekeeper, record: made };
}

async function agentOf(
  user: UserApi,
  agentId: string | undefined,
  agent: { agent_name: string; kind: AgentKind },
): Promise<AgentCredentials> {
  const known = agentId === undefined ? null : await user.rotateSecret(agentId);
  return known ?? user.createAgent(agent);
}

/** Logs each message once, and none after the demo was told to stop, so that the demo does not fill the log. */
function onceEach(log: DemoLog, stopped: AbortSignal): (message: string, error: unknown) => void {
  const logged = new Set<string>();
  return (message, error) => {
    if (stopped.aborted || logged.has(message) || logged.size >= MESSAGES_LOGGED_MAX) return;
    logged.add(message);
    log.warn(error === undefined ? {} : { err: error }, message);
  };
}

async function atMost(limitMs: number, ended: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, limitMs)));
  await Promise.race([ended, late]);
  clearTimeout(timer);
}

/** What Ada has before the first visit: her tasks, and a first message, so that the console is not empty. */
async function furnish(api: AgentApi): Promise<void> {
  const names = new Set((await api.tasks()).map((task) => task.name));
  for (const task of [CHECK_IN, DEPLOY_HOOK]) if (!names.has(task.name)) await api.createTask(task);
  await api.sendMessage({ text: welcomeText() });
}
