/** @any-shape One package reckons with time zones. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentClient } from '@svc/testkit';
import { useProduct } from './product-under-test.js';

const TASKS = '/api/agent/tasks';
const WORK = { name: 'x', prompt: 'x' };

/** What is no schedule, zone or time is in `bad-input.test.ts`, changes of clocks in `packages/domain`. */
describe('A schedule', () => {
  const bench = useProduct();
  let agent: AgentClient;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
  });

  async function nextRunOf(schedule: string, timezone?: string): Promise<string> {
    const created = await agent.tasks.create({ schedule, ...(timezone === undefined ? {} : { timezone }) });
    return created.next_run_at ?? '';
  }

  it('is in UTC unless told otherwise', async () => {
    const { id, next_run_at } = await agent.tasks.create({ schedule: '30 9 * * *' });
    expect(next_run_at).toMatch(/T09:30:00\.000Z$/);
    expect(await agent.tasks.read(id)).toMatchObject({ timezone: 'UTC' });
  });

  it('is by the clock on the wall of its zone, summer and winter', async () => {
    expect(await nextRunOf('30 9 * * *', 'Asia/Kathmandu')).toContain('T03:45:00.000Z');
    expect(await nextRunOf('30 9 15 1 *', 'Europe/Berlin')).toMatch(/-01-15T08:30:00\.000Z$/);
    expect(await nextRunOf('30 9 15 7 *', 'Europe/Berlin')).toMatch(/-07-15T07:30:00\.000Z$/);
  });

  it('takes zones and links of the IANA database in any letter case, and answers its spelling', async () => {
    const body = { ...WORK, schedule: '0 9 * * *', timezone: 'ASIA/CALCUTTA' };
    const answer = await agent.call(TASKS, { body });
    expect(answer.body).toMatchObject({ timezone: 'Asia/Calcutta' });
    const { id } = answer.body as { id: string };
    expect(await agent.tasks.change(id, { timezone: 'nz-chat' })).toMatchObject({ timezone: 'NZ-CHAT' });
  });

  // On the last Sunday of these months, since a star in one of the two days means that both have to fit.
  it.each([
    ['that its day leaves out is due at the first instant after the gap', 3, 'T01:00:00.000Z'],
    ['that its day has twice is due at the first of the two', 10, 'T00:30:00.000Z'],
  ])('with a fixed time %s', async (_, month, instant) => {
    const next = await nextRunOf(`30 2 25-31 ${month} */7`, 'Europe/Berlin');
    expect([new Date(next).getUTCDay(), next]).toEqual([0, expect.stringContaining(instant)]);
  });
});
