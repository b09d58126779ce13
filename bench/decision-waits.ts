/** What 1,000 calls cost that wait for decisions which nobody makes, and how soon an answer ends another one. */
import { benchWaitingCalls } from './support/waiting-calls.js';

const PATH = '/api/agent/decisions';

await benchWaitingCalls({
  cpuShareMax: 0.01,
  pathFor: async (agent) => {
    const { body } = await agent.call(PATH, { body: { title: 'May I?' } });
    return `${PATH}/${(body as { decision_id: string }).decision_id}`;
  },
  rounds: 'answers to requests that are waited for beside them',
  // Nobody answers sooner. For so long after the request another hint about decisions of the agent is held back.
  waitedMs: 300,
  end: (person, _agent, path) =>
    person.call(`/decisions/${path.slice(PATH.length + 1)}/resolve`, { body: { status: 'approved' } }),
  measuredFrom: "the POST of the person's answer",
});
