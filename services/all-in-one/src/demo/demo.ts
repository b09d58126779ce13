import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from '@svc/agent';
import type { AgentLog } from '@svc/agent';
import { playAda } from './ada.js';

const DEMO_EMAIL = 'demo@example.com';

export interface DemoOptions {
  baseUrl: string;
  /** The address under which the outside reaches it, for trigger URLs. */
  publicBaseUrl: string;
  password: string;
  log: AgentLog;
}

export interface Demo {
  login: { email: string; password: string };
  /** Why there is no demo, in a sentence for the person who started the product; `null` if it plays. */
  problem: string | null;
  /** Lets the agents finish what has come. */
  stop(): Promise<void>;
}

/** Of a call for the account, in milliseconds: the banner waits for it. */
const CALL_MS_MAX = 30_000;

/** Finds or makes a person and agents, and plays these as a client. A failure is told, not thrown. */
export async function startDemo({ baseUrl, publicBaseUrl, password, log }: DemoOptions): Promise<Demo> {
  const login = { email: DEMO_EMAIL, password };
  const ending = new AbortController();
  const agents: Agent[] = [];

  async function call(path: string, { token = '', body }: { token?: string; body?: object }) {
    const response = await fetch(baseUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_MS_MAX),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  async function signIn(): Promise<string> {
    const made = await call('/api/auth/sign-up/email', { body: { ...login, name: 'Demo' } });
    const entered = made.status < 300 ? made : await call('/api/auth/sign-in/email', { body: login });
    const token = entered.headers.get('set-auth-token');
    if (token !== null) return token;
    throw new Error(
      made.status === 403
        ? 'SIGN_UP is closed, so the demo cannot make its account.'
        : `There is an account ${DEMO_EMAIL} with another password than the demo’s.`,
    );
  }

  /** The account's agent of this name with a new secret, so that no secret is kept, or a new agent. */
  async function enter(token: string, name: string, kind: string): Promise<{ agent: Agent; isNew: boolean }> {
    const { body: list } = await call('/api/client/agents', { token });
    const known = (list as { agent_id: string; agent_name: string; kind: string }[]).find(
      (each) => each.agent_name === name && each.kind === kind,
    );
    const { body } =
      known === undefined
        ? await call('/api/client/agents', { token, body: { agent_name: name, kind } })
        : await call(`/api/client/agents/${known.agent_id}/secret/rotate`, { token, body: {} });
    const { agent_id: agentId, secret } = body as { agent_id: string; secret: string };
    const agent = new Agent({
      ...{ agentId, secret, url: baseUrl, log },
      // The process drains by itself, in less time than an agent of its own would have.
      ...{ handleSignals: false, drain: '2s', retryCalls: '2s' },
    });
    // Such as that a visitor has deleted the agent. The next start makes it anew.
    agent.on('error', (error) => log.warn(`The demo agent ${name}: ${error.message}`));
    agents.push(agent);
    return { agent, isNew: known === undefined };
  }

  async function play(): Promise<void> {
    const token = await signIn();
    const ada = await enter(token, 'Ada', 'interactive');
    const gatekeeper = await enter(token, 'Gatekeeper', 'approval-only');
    await call('/api/auth/sign-out', { token, body: {} });
    await playAda(ada.agent, { publicBaseUrl, isNew: ada.isNew, log });
    for (const agent of agents) agent.start().catch((error: unknown) => log.warn(String(error)));
    void playGatekeeper(gatekeeper.agent, { signal: ending.signal, log });
  }

  const problem = await play().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (problem !== null) log.warn(`There is no demo: ${problem}`);
  return {
    ...{ login, problem },
    async stop() {
      ending.abort();
      await Promise.all(agents.map((agent) => agent.stop()));
    },
  };
}

const HOUR_MS = 3_600_000;
const DOORS = ['loading dock', 'main entrance', 'archive'];

/** Approval-only: it asks once an hour. A start within the same hour finds the same question, by its key. */
async function playGatekeeper(
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
