/** @only-in-all Runs the commands and programs of pages. */
import { startTestService } from '@svc/agent/testing';
import { eventually } from '@svc/testkit';
import { startExample } from './example-programs.js';
import { expectOneOrder } from './order-drill.js';

/** The others are started by the pages about them, see `pages.test.ts` and `readme.test.ts`. */
describe('The example', () => {
  it('order-agent.mjs orders once, though it is killed twice and stopped', async () => {
    await expectOneOrder((env) => startExample('order-agent.mjs', env));
  });

  it('daily-digest.mjs reports each morning what was done since the last one', async () => {
    const svc = await startTestService({ clock: '2026-03-02T06:00:00Z' });
    const program = startExample('daily-digest.mjs', svc.env);
    try {
      const path = `/agents/${svc.agent.agentId}/tasks`;
      const list = () => svc.call<unknown[]>(path);
      await eventually(list, (tasks) => tasks.length === 1, { what: 'its task' });
      await svc.call(path, { body: { name: 'Backup', prompt: 'Do it.', schedule: '0 */12 * * *' } });
      await svc.advance('2d');
      const digests = (await svc.runs('Daily digest')).map(({ summary }) => summary);
      expect(digests).toEqual(['Runs since the last digest: 2.', 'Runs since the last digest: 0.']);
      const report = await svc.nextMessage({ where: ({ text }) => text.startsWith('- completed') });
      expect(report).toMatchObject({
        ...{ kind: 'report', report_title: 'Daily digest' },
        text: '- completed: **Backup** is done.\n- completed: **Backup** is done.',
      });
    } finally {
      await program.kill();
      await svc.stop();
    }
  });
});
