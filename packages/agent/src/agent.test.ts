import { Agent } from './agent.js';

/** Timers that keep the process from ending. */
const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

it('an agent that has stopped leaves no timer behind that its process would wait for', async () => {
  const agent = new Agent({ agentId: 'agt_1', secret: 'svc_1', url: 'http://127.0.0.1:1' });
  const before = timers();
  await agent.stop();
  expect(timers()).toBeLessThanOrEqual(before);
});
