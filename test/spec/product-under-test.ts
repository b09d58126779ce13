import { checkAnswers, ClientSocket, eventOf, httpCall, Person, WebhookReceiver } from '@svc/testkit';
import type { AgentClient, HttpAnswer, HttpCall, RecordedSocket } from '@svc/testkit';
import type { NewAgent, NewTask, ProductMode, WebhookAnswer } from '@svc/testkit';
import { bodyOf } from './answers.js';
import { isAgentFrame, isClientFrame } from './known-frames.js';
import { answerProblems, operationAt } from './response-problems.js';

/** Which shape of the product the Jest project of this file tests. */
export const { SPEC_MODE: mode } = globalThis as unknown as { SPEC_MODE: ProductMode };
/** Where it answers. */
export const baseUrl = process.env[`SPEC_URL_${mode}`] ?? '';

beforeAll(() =>
  checkAnswers(({ method, url }, answer) => {
    const { pathname } = new URL(url);
    // The documentation answers browsers with pages.
    if (pathname.startsWith('/docs')) return;
    const operationId = operationAt(method, pathname);
    const { status, body } = answer;
    const problems = method === 'HEAD' ? [] : answerProblems(operationId, answer);
    expect({ method, url, status, body, problems }).toMatchObject({ problems: [] });
  }),
);

afterAll(() => checkAnswers());

/** What `setup/settings.mjs` sets, in milliseconds. */
export const RETRY_DELAYS_MS = [150, 300, 600] as const;

/** A schedule that comes while no test runs. */
export const NEVER = '0 9 1 1 *';

/** New agents of a person, with what they have. Their sockets and receivers are closed after the test. */
export class SpecBench {
  /** Somebody who has signed up, for all tests of the file. */
  person!: Person;
  url = baseUrl;
  readonly #closers: (() => unknown)[] = [];

  constructor() {
    afterEach(async () => {
      const errors: unknown[] = [];
      for (const close of this.#closers.splice(0).reverse()) {
        try {
          await close();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    });
  }

  /** An authenticated socket. */
  async connect(agent: AgentClient, options?: Parameters<AgentClient['connect']>[0]) {
    return this.#closing(await agent.connect(options));
  }

  /** A socket that is open and not authenticated. */
  async openSocket(agent: AgentClient) {
    return this.#closing(await agent.openSocket());
  }

  /** How a socket is closed that the agent opens with such an auth frame. */
  async refusalOf(agent: AgentClient, auth: object = {}) {
    const socket = await this.openSocket(agent);
    socket.send({ type: 'auth', agent_id: agent.agentId, secret: agent.secret, ...auth });
    return socket.closed();
  }

  /** A socket of the client app that is not let in yet, with a browser's headers. */
  async openClient(headers?: Record<string, string>) {
    return this.#closing(await ClientSocket.open(this.url, headers), isClientFrame);
  }

  /** One with a token or key, default the person's. */
  async openConsole(token: string = this.person.token) {
    const socket = await this.openClient();
    await socket.authenticate(token);
    return socket;
  }

  /** Calls a trigger URL as an external system does: without the headers of an agent. */
  fire(triggerId: string, body?: unknown, call: HttpCall = {}): Promise<HttpAnswer> {
    return httpCall(`${this.url}/webhook/${triggerId}`, { method: 'POST', body, ...call });
  }

  /** The agent is online: resolves with the id of the run that the call has begun. */
  async expectTriggered(triggerId: string, body?: unknown, call?: HttpCall): Promise<string> {
    const answer = await bodyOf('fireTrigger', this.fire(triggerId, body, call));
    expect(answer).toEqual({ status: 'triggered', run_id: expect.stringMatching(/^run_/) });
    return (answer as { run_id: string }).run_id;
  }

  /** The agent is offline: the answer is exactly `{status: queued}`. */
  async expectQueued(triggerId: string, body?: unknown, call?: HttpCall): Promise<void> {
    expect(await bodyOf('fireTrigger', this.fire(triggerId, body, call))).toEqual({ status: 'queued' });
  }

  /** The payload has begun this run before. */
  async expectDuplicate(triggerId: string, body: unknown, run_id: string): Promise<void> {
    const answer = await bodyOf('fireTrigger', this.fire(triggerId, body));
    expect(answer).toEqual({ status: 'duplicate', run_id });
  }

  /** A webhook endpoint. */
  async receive(answer?: WebhookAnswer) {
    const receiver = await WebhookReceiver.open(answer);
    this.#closers.push(async () => {
      await receiver.close();
      expect(receiver.deliveries.items.map(eventOf).filter((event) => !isAgentFrame(event))).toEqual([]);
    });
    return receiver;
  }

  /** With such an endpoint. */
  async hookedAgent(answer?: WebhookAnswer, settings: NewAgent = {}) {
    const receiver = await this.receive(answer);
    return { receiver, agent: await this.person.createAgent({ ...settings, webhook_url: receiver.url }) };
  }

  /** With an authenticated socket. */
  async onlineAgent(settings?: NewAgent) {
    const agent = await this.person.createAgent(settings);
    return { agent, socket: await this.connect(agent) };
  }

  /** With a message of the person. */
  async askedAgent(text = 'Hello') {
    const agent = await this.person.createAgent();
    return { agent, ...(await this.person.send(agent.agentId, text)) };
  }

  /** With a question of its own. */
  async askingAgent(question?: Record<string, unknown>) {
    const agent = await this.person.createAgent();
    return { agent, ...(await agent.ask(question)) };
  }

  /** With a task that never comes due, unless told otherwise. */
  async scheduledAgent(task: Partial<NewTask> = {}) {
    const agent = await this.person.createAgent();
    return { agent, ...(await agent.tasks.create({ schedule: NEVER, ...task })) };
  }

  /** With a run of such a task, which it has started. */
  async runningAgent(task?: Partial<NewTask>) {
    const agent = await this.person.createAgent();
    return { agent, ...(await agent.tasks.startNew(task)) };
  }

  /** With a task that is triggered by webhook. */
  async triggeredAgent(task?: Partial<NewTask>) {
    const agent = await this.person.createAgent();
    return { agent, ...(await agent.tasks.createTriggered(task)) };
  }

  /** The same, with an authenticated socket. */
  async onlineTriggeredAgent(task?: Partial<NewTask>) {
    const triggered = await this.triggeredAgent(task);
    return { ...triggered, socket: await this.connect(triggered.agent) };
  }

  /** It ends after the test, and has received only frames of the contract. */
  #closing<T extends RecordedSocket>(socket: T, isKnown = isAgentFrame): T {
    this.#closers.push(() => {
      socket.terminate();
      expect(socket.frames.items.filter((frame) => !isKnown(frame))).toEqual([]);
    });
    return socket;
  }
}

/** What nearly every file of the suite needs. */
export function useProduct(): SpecBench {
  const bench = new SpecBench();
  beforeAll(async () => {
    bench.person = await Person.signUp(baseUrl);
  });
  return bench;
}
