import { afterEach, beforeAll } from '@jest/globals';
import { ClientSocket, Person, WebhookReceiver } from '@svc/testkit';
import type { AgentClient, AgentSocket, Closing, NewAgent, NewTask } from '@svc/testkit';
import type { ProductMode, TaskRecord, WebhookAnswer } from '@svc/testkit';

/** Which shape of the product the Jest project of this file tests. */
export const { SPEC_MODE: mode } = globalThis as unknown as { SPEC_MODE: ProductMode };
/** Where it answers. */
export const baseUrl = process.env[`SPEC_URL_${mode}`] ?? '';

/** What `setup/settings.mjs` sets, in milliseconds. */
export const RETRY_DELAYS_MS = [150, 300, 600] as const;

type TriggeredTask = TaskRecord & { trigger_id: string };

export interface SpecBench {
  /** Someone who has signed up, for all tests of the file. */
  readonly person: Person;
  /** An authenticated socket, closed after the test. */
  connect(agent: AgentClient, options?: Parameters<AgentClient['connect']>[0]): Promise<AgentSocket>;
  /** A socket that is open and not authenticated, closed after the test. */
  openSocket(agent: AgentClient): Promise<AgentSocket>;
  /** A new agent of the person, with such a socket. */
  onlineAgent(agent?: NewAgent): Promise<{ agent: AgentClient; socket: AgentSocket }>;
  /** A new agent of the person, with a task that is triggered by webhook. */
  triggeredAgent(task?: Partial<NewTask>): Promise<{ agent: AgentClient } & TriggeredTask>;
  /** How a socket is closed that the agent opens with such an auth frame. */
  refusalOf(agent: AgentClient, auth?: object): Promise<Closing>;
  /** A socket of the client app with a token or key, default the person's, closed after the test. */
  openConsole(token?: string): Promise<ClientSocket>;
  /** A webhook endpoint, closed after the test. */
  receive(answer?: WebhookAnswer): Promise<WebhookReceiver>;
  /** A new agent of the person, with such an endpoint. */
  hookedAgent(answer?: WebhookAnswer): Promise<{ agent: AgentClient; receiver: WebhookReceiver }>;
}

/** What nearly every file of the suite needs. */
export function useProduct(): SpecBench {
  const closers: (() => unknown)[] = [];
  const bench = {
    async connect(agent: AgentClient, options?: Parameters<AgentClient['connect']>[0]) {
      const socket = await agent.connect(options);
      closers.push(() => socket.terminate());
      return socket;
    },
    async openSocket(agent: AgentClient) {
      const socket = await agent.openSocket();
      closers.push(() => socket.terminate());
      return socket;
    },
    async onlineAgent(settings?: NewAgent) {
      const agent = await bench.person.createAgent(settings);
      return { agent, socket: await bench.connect(agent) };
    },
    async triggeredAgent(task?: Partial<NewTask>) {
      const agent = await bench.person.createAgent();
      return { agent, ...(await agent.tasks.createTriggered(task)) };
    },
    async refusalOf(agent: AgentClient, auth: object = {}) {
      const socket = await bench.openSocket(agent);
      socket.send({ type: 'auth', agent_id: agent.agentId, secret: agent.secret, ...auth });
      return socket.closed();
    },
    async openConsole(token: string = bench.person.token) {
      const socket = await ClientSocket.open(baseUrl);
      closers.push(() => socket.terminate());
      await socket.authenticate(token);
      return socket;
    },
    async receive(answer?: WebhookAnswer) {
      const receiver = await WebhookReceiver.open(answer);
      closers.push(() => receiver.close());
      return receiver;
    },
    async hookedAgent(answer?: WebhookAnswer) {
      const receiver = await bench.receive(answer);
      return { receiver, agent: await bench.person.createAgent({ webhook_url: receiver.url }) };
    },
  } as SpecBench & { person: Person };

  beforeAll(async () => {
    bench.person = await Person.signUp(baseUrl);
  });

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  return bench;
}
