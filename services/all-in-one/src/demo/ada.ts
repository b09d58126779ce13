import type {
  DecisionResolvedEvent,
  TaskDueEvent,
  TaskTriggerEvent,
  UserMessageEvent,
} from '@svc/proto-events';
import type { AgentApi, NewMessage, NewTask, RunResult } from './agent-api.js';
import type { KnownEvent } from './agent-connection.js';
import { barChart } from './bar-chart.js';
import { outcomeText, recipientRequest } from './mail-requests.js';
import { Reminders, REMINDER_NAME } from './reminders.js';
import { replyTo } from './reply.js';
import { deploySummary, reminderSummary, unknownTaskSummary } from './run-summary.js';
import { taskListText } from './task-list.js';
import { counted, timeOf, trafficReport } from './traffic-report.js';
import { Traffic } from './traffic.js';

export interface AdaOptions {
  api: AgentApi;
  /** The address under which the outside reaches the product, for trigger URLs. */
  publicBaseUrl: string;
  nowMs?: () => number;
}

/** Often enough that a first visitor sees a run. */
export const CHECK_IN: NewTask = {
  name: 'Check in',
  prompt: 'Look at your own traffic and say in a line whether all is well.',
  schedule: '*/5 * * * *',
};

/** Starts when somebody calls its URL. */
export const DEPLOY_HOOK: NewTask = {
  name: 'Deploy hook',
  prompt: 'Show what the webhook was called with.',
  schedule: 'event',
};

/** The interactive demo agent. A script makes it chat, draw, report, run tasks and ask for decisions. */
export class Ada {
  readonly #api: AgentApi;
  readonly #publicBaseUrl: string;
  readonly #nowMs: () => number;
  readonly #traffic: Traffic;
  readonly #reminders: Reminders;
  #requests = 0;

  constructor({ api, publicBaseUrl, nowMs = Date.now }: AdaOptions) {
    this.#api = api;
    this.#publicBaseUrl = publicBaseUrl;
    this.#nowMs = nowMs;
    this.#traffic = new Traffic(nowMs);
    this.#reminders = new Reminders({ api, nowMs });
  }

  async handle(event: KnownEvent): Promise<void> {
    const startedMs = this.#nowMs();
    this.#traffic.countEvent(event.type);
    await this.#react(event);
    this.#traffic.countHandling(this.#nowMs() - startedMs);
  }

  async #react(event: KnownEvent): Promise<void> {
    switch (event.type) {
      case 'user_message':
        return this.#answer(event);
      case 'decision_resolved':
        return this.#report(event);
      case 'task_due':
        return this.#runDue(event);
      case 'task_trigger':
        return this.#runTriggered(event);
    }
  }

  async #answer(event: UserMessageEvent): Promise<void> {
    const reply = replyTo({
      text: event.text,
      senderName: event.sender_name,
      imageCount: event.image_urls?.length ?? (event.image_url === null ? 0 : 1),
      isVoice: event.audio_url !== null,
    });
    const say = (message: NewMessage) => this.#say(event.conversation_id, message);
    switch (reply.kind) {
      case 'text':
        return say({ text: reply.text });
      case 'report':
        return say(this.#reportCard());
      case 'picture':
        return say(this.#picture());
      case 'tasks':
        return say({ text: taskListText(await this.#api.tasks(), this.#publicBaseUrl) });
      case 'decision':
        return this.#askForDecision(event.conversation_id);
      case 'reminder':
        return say({ text: await this.#reminders.set(reply) });
    }
  }

  #reportCard(): NewMessage {
    const report = trafficReport(this.#traffic.numbers(), this.#nowMs());
    return { text: report.text, report_title: report.title, report_description: report.description };
  }

  #picture(): NewMessage {
    const { perMinute } = this.#traffic.numbers();
    return {
      text: `Events that reached me, minute by minute over the last ${perMinute.length}; the newest minute stands on the right.`,
      image_base64: barChart(perMinute).toString('base64'),
    };
  }

  async #askForDecision(conversationId: string): Promise<void> {
    const request = recipientRequest(this.#requests);
    this.#requests += 1;
    await this.#api.requestDecision({ ...request, conversation_id: conversationId });
  }

  async #report(event: DecisionResolvedEvent): Promise<void> {
    const decision = await this.#api.decision(event.decision_id);
    await this.#say(event.conversation_id, { text: outcomeText(event, decision) });
  }

  async #runDue(event: TaskDueEvent): Promise<void> {
    if (event.task_name === CHECK_IN.name) return this.#checkIn(event.run_id);
    const isReminder = event.schedule === 'once' && event.task_name === REMINDER_NAME;
    const summary = isReminder
      ? reminderSummary(event.task_prompt)
      : unknownTaskSummary({ name: event.task_name, prompt: event.task_prompt });
    await this.#complete(event.run_id, { status: 'completed', summary });
  }

  /** Writes context blocks on the way, like an agent whose run takes longer than one step. */
  async #checkIn(runId: string): Promise<void> {
    const { events, perMinute, sinceMs } = this.#traffic.numbers();
    const recent = perMinute.slice(-5).reduce((total, count) => total + count, 0);
    await this.#api.appendContext(runId, `Looking at my traffic since ${timeOf(sinceMs)}.`);
    await this.#api.appendContext(runId, JSON.stringify({ events, last_five_minutes: recent }));
    const tasks = await this.#api.tasks();
    await this.#api.appendContext(runId, `${counted(tasks.length, 'task')} in my list.`);
    const summary = `All is well at ${timeOf(this.#nowMs())}: ${counted(recent, 'event')} in the last five minutes, ${counted(tasks.length, 'task')} in my list.`;
    await this.#complete(runId, { status: 'completed', summary });
  }

  async #runTriggered(event: TaskTriggerEvent): Promise<void> {
    await this.#complete(event.run_id, { status: 'completed', summary: deploySummary(event.payload) });
  }

  async #complete(runId: string, result: RunResult): Promise<void> {
    await this.#api.completeRun(runId, result);
    this.#traffic.countRunCompleted();
  }

  async #say(conversationId: string, message: NewMessage): Promise<void> {
    await this.#api.sendMessage({ ...message, conversation_id: conversationId });
    this.#traffic.countMessageSent();
  }
}
