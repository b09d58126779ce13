import { describe, expect, it } from '@jest/globals';
import type { NewTask, Task } from './agent-api.js';
import { Reminders } from './reminders.js';

const NOW_MS = Date.UTC(2026, 2, 2, 9, 0);

function setUp(reminders: { enabled: boolean }[]) {
  const tasks: Task[] = [
    {
      id: 'cron',
      name: 'Check in',
      prompt: '',
      schedule: '*/5 * * * *',
      trigger_type: 'scheduled',
      enabled: false,
    },
    ...reminders.map(({ enabled }, index) => ({
      id: `r${index}`,
      name: 'Reminder',
      prompt: '',
      schedule: 'once',
      trigger_type: 'scheduled',
      enabled,
    })),
  ];
  const [created, deleted]: [NewTask[], string[]] = [[], []];
  const api = {
    tasks: async () => tasks,
    async createTask(task: NewTask): Promise<Task> {
      created.push(task);
      return { id: 'new', trigger_type: 'scheduled', enabled: true, ...task };
    },
    deleteTask: async (taskId: string) => void deleted.push(taskId),
  };
  return { reminders: new Reminders({ api, nowMs: () => NOW_MS }), created, deleted };
}

const [waiting, past] = [{ enabled: true }, { enabled: false }];

describe('reminders', () => {
  it('are tasks that run once', async () => {
    const { reminders, created } = setUp([]);
    expect(await reminders.set({ delayMs: 60_000, subject: 'stretch' })).toContain('09:01:00 UTC: stretch');
    expect(created).toEqual([
      { name: 'Reminder', prompt: 'stretch', schedule: 'once', run_at: '2026-03-02T09:01:00.000Z' },
    ]);
  });

  it('make room by forgetting the oldest past one, and no other task', async () => {
    const { reminders, created, deleted } = setUp([waiting, past, past, waiting, waiting]);
    await reminders.set({ delayMs: 1_000, subject: '' });
    expect(deleted).toEqual(['r1']);
    expect(created).toHaveLength(1);
  });

  it('are no more than five', async () => {
    const { reminders, created, deleted } = setUp([waiting, waiting, waiting, waiting, waiting]);
    expect(await reminders.set({ delayMs: 1_000, subject: '' })).toMatch(/already have 5 reminders/);
    expect([...created, ...deleted]).toEqual([]);
  });
});
