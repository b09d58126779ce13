import type { AgentApi } from './agent-api.js';

/** This name and its schedule mark a due task as a reminder. */
export const REMINDER_NAME = 'Reminder';

/** Reminders that Ada keeps, waiting and past ones together. */
const REMINDERS_MAX = 5;

export interface RemindersOptions {
  api: Pick<AgentApi, 'tasks' | 'createTask' | 'deleteTask'>;
  nowMs: () => number;
}

/** Reminders are tasks that run once. */
export class Reminders {
  readonly #api: RemindersOptions['api'];
  readonly #nowMs: () => number;

  constructor({ api, nowMs }: RemindersOptions) {
    this.#api = api;
    this.#nowMs = nowMs;
  }

  /** Makes room by deleting past reminders, and resolves with a sentence about it. */
  async set({ delayMs, subject }: { delayMs: number; subject: string }): Promise<string> {
    const kept = (await this.#api.tasks()).filter(
      (task) => task.schedule === 'once' && task.name === REMINDER_NAME,
    );
    const past = kept.filter((task) => !task.enabled);
    const surplus = kept.length - REMINDERS_MAX + 1;
    if (surplus > past.length)
      return `I already have ${kept.length} reminders to think of. Ask me again when one is over.`;
    for (const task of past.slice(0, Math.max(0, surplus))) await this.#api.deleteTask(task.id);
    const runAtMs = this.#nowMs() + delayMs;
    await this.#api.createTask({
      name: REMINDER_NAME,
      prompt: subject === '' ? 'The time is up.' : subject,
      schedule: 'once',
      run_at: new Date(runAtMs).toISOString(),
    });
    const time = new Date(runAtMs).toISOString().slice(11, 19);
    return `I'll remind you at ${time} UTC${subject === '' ? '' : `: ${subject}`}. It's a task that runs once; you see it among my tasks.`;
  }
}
