/** @only-in-all Starts a product of its own, whose clock can be moved. */
import { startTestService } from '@svc/agent/testing';
import type { TestService } from '@svc/agent/testing';
import { AgentClient } from '@svc/testkit';

const START_MS_MAX = 150_000;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
}, START_MS_MAX);

afterAll(() => service.stop());

it('an agent that was killed during a run, and asks for "resume_runs", is offered it again under the same ids after five minutes', async () => {
  const agent = new AgentClient(service.url, service.agent);
  const { id } = await agent.tasks.createTriggered({ name: 'Pack' });
  const features = ['event_meta', 'resume_runs'];
  const killed = await agent.connect({ features });
  const { runId } = await service.trigger('Pack', { order: 4711 });
  const first = await killed.taskTrigger(runId ?? '');
  await agent.tasks.append(first.run_id, 'Half of it');
  killed.terminate();
  await service.advance('4m');
  const early = await agent.connect({ features });
  await early.ask({ text: 'Nothing comes' });
  expect(early.events).toEqual([]);
  early.terminate();
  await service.advance('2m');
  const plain = await agent.connect();
  await plain.ask({ text: 'Nothing comes to who does not ask' });
  expect(plain.events).toEqual([]);
  plain.terminate();
  const next = await agent.connect({ features });
  expect(await next.taskTrigger(first.run_id)).toEqual(first);
  expect(first.payload).toEqual({ order: 4711 });
  const open = await agent.call(`/api/agent/tasks/runs?status=running&task_id=${id}`);
  expect(open.body).toMatchObject({
    runs: [{ id: first.run_id, prompt: 'Tidy the mailbox.', payload: { order: 4711 } }],
  });
  await agent.tasks.complete(first.run_id);
  next.terminate();
});
