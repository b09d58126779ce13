import { once } from 'node:events';
import { sleep } from '@svc/runtime';
import type { AgentClient } from '@svc/testkit';
import { eventOf, WebhookReceiver } from '@svc/testkit';
import { WebSocket } from 'ws';
import type { SoakBook } from './soak-book.js';

interface Frame {
  type: string;
  ref?: string;
  text?: string;
  conversation_id?: string;
  task_id?: string;
  run_id?: string;
  decision_id?: string;
  task_name?: string;
  schedule?: string;
  payload?: { order?: string };
}

interface Connection {
  socket: WebSocket;
  /** What waits for an answer of this socket, by its `ref`: told whether it was acknowledged. */
  answered: Map<string, (isAcknowledged: boolean) => void>;
}

/** Stands for the `ref` of the frame that authenticates, which has none. */
const AUTH = '';

/** Of the runs of an agent, one in so many gets a context block before it ends. */
const RUNS_PER_BLOCK = 3;
/** One webhook delivery in so many fails at first; one in so many fails for good. */
const DELIVERIES_PER_FAILURE = 10;
const DELIVERIES_PER_REFUSAL = 100;

/** What every agent does with a run: works on it to its end, once. */
export class SoakAgent {
  readonly client: AgentClient;
  protected readonly book: SoakBook;
  #runs = 0;

  constructor(client: AgentClient, book: SoakBook) {
    this.client = client;
    this.book = book;
  }

  async workOn(runId: string): Promise<void> {
    const { tasks } = this.client;
    if ((this.#runs += 1) % RUNS_PER_BLOCK === 0)
      await this.book.call('context', () => tasks.append(runId, 'There were 14 orders, 2 of them open.'));
    const result = { status: 'completed' as const, summary: 'All orders are answered.' };
    await this.book.callUntilDone('complete', () => tasks.complete(runId, result));
  }

  async workOnDue(taskId: string, schedule: string): Promise<void> {
    const runId = await this.book.callUntilDone('start', () => this.client.tasks.start(taskId));
    if (runId !== undefined) await this.workOn(runId);
    if (schedule === 'once') await this.book.call('delete task', () => this.client.tasks.delete(taskId));
  }
}

/** An agent on its socket: it answers each message, and ends each run. */
export class OnlineAgent extends SoakAgent {
  readonly #hubUrl: string;
  #connection: Connection | undefined;
  #answers = 0;

  constructor(client: AgentClient, book: SoakBook, hubUrl: string) {
    super(client, book);
    this.#hubUrl = hubUrl.replace(/^http/, 'ws');
  }

  /** Connects, or connects anew: with the old socket open until the new one is, or cut before. */
  async connect({ isCut }: { isCut: boolean }): Promise<void> {
    const before = this.#connection;
    const old = before?.socket;
    if (isCut) old?.terminate();
    const { agentId, secret } = this.client;
    const socket = new WebSocket(`${this.#hubUrl}/ws/agent/${agentId}`);
    const connection: Connection = { socket, answered: new Map() };
    socket.on('close', () => connection.answered.forEach((resolve) => resolve(false)));
    await once(socket, 'open');
    socket.on('error', () => {});
    const isLetIn = new Promise<boolean>((resolve) => connection.answered.set(AUTH, resolve));
    // Events may come together with the answer.
    socket.on('message', (data: Buffer) => {
      void this.#take(JSON.parse(data.toString('utf8')) as Frame, connection);
    });
    socket.send(JSON.stringify({ type: 'auth', agent_id: agentId, secret, resume: true }));
    if (!(await isLetIn)) throw new Error('The socket was closed');
    // Another connection of the agent may have been let in first.
    if (this.#connection !== before) return socket.terminate();
    this.#connection = connection;
    socket.on('close', () => void this.#connectAgain(connection));
    if (!isCut) old?.close();
  }

  close(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.socket.terminate();
  }

  /** A hub that loses its database closes all sockets, and agents come again until they are let in. */
  async #connectAgain(lost: Connection): Promise<void> {
    while (this.#connection === lost) {
      await sleep(1_000);
      if (this.#connection === lost) await this.connect({ isCut: true }).catch(() => {});
    }
  }

  async #take(frame: Frame, { answered }: Connection): Promise<void> {
    switch (frame.type) {
      case 'auth_ok':
        answered.get(AUTH)?.(true);
        break;
      case 'message_ack':
        answered.get(frame.ref ?? '')?.(true);
        break;
      case 'user_message':
        if (this.book.came(frame.text ?? '')) await this.#answer(frame.conversation_id ?? '');
        break;
      case 'task_trigger':
        if (this.book.came(frame.payload?.order ?? '')) await this.workOn(frame.run_id ?? '');
        break;
      case 'task_due':
        if (this.book.came(nameOfDue(frame))) await this.workOnDue(frame.task_id ?? '', frame.schedule ?? '');
        break;
      case 'decision_resolved':
        this.book.came(frame.decision_id ?? '');
    }
  }

  /** Every second answer goes over the socket. */
  async #answer(conversationId: string): Promise<void> {
    const answer = { text: 'There are two. I have answered the first one.', conversation_id: conversationId };
    if ((this.#answers += 1) % 2 === 0) {
      await this.book.call('answer', () => this.client.send(answer));
      return;
    }
    const ref = `answer ${this.#answers}`;
    await this.book.call('answer, socket', () => this.#answerOnSocket(ref, answer));
  }

  /** A socket that was cut takes its answers with it; then the agent says it again over REST, as agents should. */
  async #answerOnSocket(ref: string, answer: Record<string, string>): Promise<void> {
    const connection = this.#connection;
    if (connection?.socket.readyState === WebSocket.OPEN && (await isAcknowledged(connection, ref, answer)))
      return;
    await this.client.send(answer);
  }
}

async function isAcknowledged(
  { socket, answered }: Connection,
  ref: string,
  answer: Record<string, string>,
): Promise<boolean> {
  const isDone = await new Promise<boolean>((resolve) => {
    answered.set(ref, resolve);
    socket.send(JSON.stringify({ type: 'message', ref, ...answer }));
  });
  answered.delete(ref);
  return isDone;
}

/** An agent without socket and webhook, which asks for its tasks and triggers. */
export class PollingAgent extends SoakAgent {
  #isPolling = false;

  /** Does nothing while the poll before is worked on. */
  async poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    const { tasks } = this.client;
    for (const { run_id: runId, payload } of (await this.book.call('poll triggers', () =>
      tasks.pendingTriggers(),
    )) ?? [])
      if (this.book.came(String(payload['order']), false)) await this.workOn(runId);
    for (const { id, schedule } of (await this.book.call('poll due', () => tasks.due())) ?? [])
      await this.workOnDue(id, schedule);
    this.#isPolling = false;
  }
}

/** Where the events of agents with a webhook go. Some deliveries fail, and a few never succeed; what they bring is then not expected. */
export async function openReceiver(book: SoakBook): Promise<WebhookReceiver> {
  const failedOnce = new Set<string>();
  const receiver = await WebhookReceiver.open((delivery, response) => {
    receiver.deliveries.items.length = 0;
    const text = String(eventOf(delivery)['text']);
    const number = Number(text.split(' ').at(-1));
    if (isRefused(number)) return void response.writeHead(503).end('Not today');
    if (number % DELIVERIES_PER_FAILURE === 0 && !failedOnce.has(text)) {
      failedOnce.add(text);
      return void response.writeHead(500).end('Once more, please');
    }
    book.came(text, number % DELIVERIES_PER_FAILURE !== 0);
    response.end();
  });
  return receiver;
}

/** No delivery of this message to a webhook succeeds. */
export function isRefused(number: number): boolean {
  return number % DELIVERIES_PER_REFUSAL === 7;
}

/** A task that comes due once, or one run of a task that does so each minute. */
function nameOfDue({ task_name: name, run_id: runId, schedule }: Frame): string {
  return (schedule === 'once' ? name : runId) ?? '';
}
