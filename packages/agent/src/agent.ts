import type { AgentEvent, Decision } from './contract.js';
import { ask } from './decisions/decisions.js';
import type { Question } from './decisions/decisions.js';
import { AgentError, asError } from './errors.js';
import { Handlers } from './events/handlers.js';
import type { AgentHandlers, Middleware } from './events/handlers.js';
import { Intake } from './events/intake.js';
import { Calls } from './http/calls.js';
import { sendMessage } from './messages/outgoing-message.js';
import type { OutgoingMessage, SentMessage } from './messages/outgoing-message.js';
import { readSettings } from './options.js';
import type { AgentOptions, AgentSettings } from './options.js';
import { stopOnSignals } from './process-signals.js';
import { RunBook } from './runs/run-book.js';
import { beginRun } from './runs/run-calls.js';
import type { RunHandler, RunOutcome } from './runs/run-work.js';
import { Connection } from './socket/connection.js';
import { Tasks } from './tasks.js';
import { unlessAborted } from './waiting.js';
import { Webhook } from './webhook/webhook.js';

type State = 'new' | 'started' | 'stopped';

/**
 * An agent: it gets events over a socket or by a webhook, and calls handlers.
 *
 * ```ts
 * const agent = new Agent();
 * agent.on('connected', (name) => console.log(`${name} is connected.`));
 * agent.on('user_message', (m) => m.reply(`You said: ${m.text}`));
 * await agent.start();
 * ```
 */
export class Agent {
  /** The agent's tasks, and the list of their runs. */
  readonly tasks: Tasks;
  /** Handlers for web frameworks that receive the agent's webhook. */
  readonly webhook: Webhook;
  readonly #settings: AgentSettings;
  readonly #calls: Calls;
  readonly #handlers = new Handlers();
  readonly #runs: RunBook;
  readonly #intake: Intake;
  readonly #connection: Connection;
  readonly #stopping = new AbortController();
  #state: State = 'new';
  /** Whether the caller will hear that the connection has ended for good. */
  #isHeard = false;
  #closed: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  /**
   * @param options Default: what `AGENT_ID`, `AGENT_SECRET` and `AGENT_SERVICE_URL` say.
   * @throws {AgentError} `configuration`, if something is missing or wrong.
   */
  constructor(options: AgentOptions = {}) {
    const settings = (this.#settings = readSettings(options));
    const calls = (this.#calls = new Calls(settings));
    const onError = (error: Error, about: string): void => this.#report(error, about);
    const runs = (this.#runs = new RunBook({ calls, settings, onError }));
    const connection = (this.#connection = new Connection(settings, {
      onConnected: (agentName) => this.#tell('connected', agentName),
      onDisconnected: (reason) => this.#tell('disconnected', reason),
      onFrame: (frame) => {
        // No frame of an agent needs an answer, so everything else is an event.
        if (frame.type === 'error')
          settings.log.warn(`The service refused a frame: ${String(frame['detail'])}`);
        else void this.#intake.take(frame as unknown as AgentEvent);
      },
    }));
    const handlers = this.#handlers;
    this.#intake = new Intake({ settings, calls, connection, handlers, runs, onError });
    this.tasks = new Tasks(calls);
    this.webhook = new Webhook(settings, {
      take: (event) => void this.#intake.take(event),
      isReady: () => this.#state !== 'stopped' && !this.#intake.isFull,
    });
  }

  /**
   * Says what is done when something happens. Handlers of one event run one after another, once for an event
   * in a process; the next event of its conversation waits for them. What one throws goes to the handlers of
   * `error`, or to the log.
   *
   * @param name one of {@link AgentHandlers}.
   */
  on<Name extends keyof AgentHandlers>(name: Name, handler: AgentHandlers[Name]): this {
    this.#handlers.on(name, handler);
    return this;
  }

  /**
   * Says how a task is worked on, whether it is due or was triggered. What the handler returns is the run's
   * summary (Markdown); a text over 1,000 characters is sent as a report. If it throws, the run has failed,
   * with the error's message. If the process is stopped, the run stays open.
   *
   * @param name the name of a task. Default: all that have no handler of their own. Without any a run fails.
   */
  task(name: string, handler: RunHandler): this;
  task(handler: RunHandler): this;
  task(nameOrHandler: string | RunHandler, handler?: RunHandler): this {
    if (typeof nameOrHandler === 'function') this.#handlers.tasks.set(null, nameOrHandler);
    else if (handler !== undefined) this.#handlers.tasks.set(nameOrHandler, handler);
    return this;
  }

  /** Runs something around every handler of events and tasks, the first middleware outermost. */
  use(middleware: Middleware): this {
    this.#handlers.middlewares.push(middleware);
    return this;
  }

  /**
   * Connects, and stays connected until {@link stop}. Resolves when the service has let the agent in.
   *
   * @throws {AgentError} `not_authenticated`, `invalid_secret`, `agent_not_found`, `credentials_revoked` or
   *   `scope_missing`, if it does not. If that happens later, the handlers of `error` get it and {@link closed}
   *   rejects; without a listener of either, the process ends with it.
   */
  async start(): Promise<void> {
    if (this.#state !== 'new')
      throw new AgentError('configuration', 'An agent is started once. Make a new one.');
    this.#state = 'started';
    if (this.#settings.handleSignals) stopOnSignals(() => this.stop(), this.#stopping.signal);
    let isIn = false;
    const first = new Promise<void>((resolve) =>
      this.on('connected', () => {
        isIn = true;
        resolve();
      }),
    );
    this.#closed = this.#connection.run().catch((error: unknown) => {
      void this.stop();
      if (isIn && !this.#isHeard) this.#crash(asError(error));
      throw error;
    });
    // A caller that wants to hear of it asks for `closed`.
    this.#closed.catch(() => {});
    await Promise.race([first, this.#closed]);
  }

  /** Resolves when the agent was stopped. Rejects when the service lets it in no more, and says what to do. */
  get closed(): Promise<void> {
    this.#isHeard = true;
    return (this.#closed ?? Promise.resolve()).then(() => this.#stopped);
  }

  /**
   * Disconnects, tells the runs to leave (their `signal` aborts) and waits for handlers, for as long as `drain`
   * says. Runs that are not done stay open: the service offers them to the next process. Idempotent.
   */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  /**
   * Sends a message to the person. It is stored once, however often it had to be sent.
   *
   * @param target.conversationId where to, `conv_…`. Default: a new conversation with the agent's owner.
   * @throws {CallError} if the service refuses it, or cannot be reached for as long as calls are tried.
   */
  send(message: OutgoingMessage | string, target: { conversationId?: string } = {}): Promise<SentMessage> {
    return sendMessage(this.#calls, message, target);
  }

  /**
   * Asks the person, and waits for the answer for as long as it takes. In a run use {@link Run.ask}.
   *
   * @param options.signal ends the wait; the question stays open.
   * @returns the decision: its `status` is `approved`, `rejected` or `dismissed` (also if its time is over).
   * @throws {AgentError} `decision_gone` if the person removes the question, `stopped` if the agent stops.
   * @throws {CallError} `call_refused` if the service refuses the question.
   */
  ask(question: Question, { signal }: { signal?: AbortSignal } = {}): Promise<Decision> {
    const signals = signal === undefined ? [] : [signal];
    return ask(this.#calls, question, { signal: AbortSignal.any([this.#stopping.signal, ...signals]) });
  }

  /**
   * Begins a run of a task, or takes the oldest that waits, and works on it like on one that was offered.
   *
   * @throws {CallError} if the service refuses to begin it, or cannot be reached for as long as calls are tried.
   */
  async startRun(taskId: string, handler: RunHandler): Promise<{ runId: string; outcome: RunOutcome }> {
    const offer = await beginRun(this.#calls, taskId);
    return { runId: offer.run_id, outcome: await this.#runs.work(offer, handler) };
  }

  async #stop(): Promise<void> {
    this.#state = 'stopped';
    const reason = new AgentError('stopped', 'The agent is stopping.');
    // The service then sends what comes meanwhile to the next process.
    this.#connection.stop();
    this.#stopping.abort(reason);
    this.#runs.leave(
      reason,
      (this.#closed ?? Promise.resolve()).catch(() => {}),
    );
    const idle = Promise.all([this.#intake.idle(), this.#runs.idle()]);
    await unlessAborted(idle, AbortSignal.timeout(this.#settings.drainMs)).catch(() =>
      this.#settings.log.warn('Handlers were still at work when the agent stopped.'),
    );
    await this.#runs.end();
  }

  #tell(name: 'connected' | 'disconnected', text: string): void {
    for (const handler of this.#handlers.of(name)) {
      const told = async (): Promise<unknown> => handler(text);
      told().catch((error: unknown) => this.#report(asError(error), name));
    }
  }

  #report(error: Error, about: string): void {
    const handlers = this.#handlers.of('error');
    if (handlers.length === 0) this.#settings.log.error(`${about}: ${error.stack ?? error.message}`);
    for (const handler of handlers) {
      const told = async (): Promise<unknown> => handler(error, about);
      // An error of a handler of errors goes nowhere.
      told().catch(() => {});
    }
  }

  /** An agent that can do nothing more should not look as if it worked. */
  #crash(error: Error): void {
    if (this.#handlers.of('error').length > 0) return this.#report(error, 'the connection');
    setImmediate(() => {
      throw error;
    });
  }
}
