/** What 1,000 agents cost that wait in their long polls and get nothing, and how soon an event answers one of them. */
import { benchWaitingCalls } from './support/waiting-calls.js';

await benchWaitingCalls({
  cpuShareMax: 0.05,
  pathFor: async () => '/api/agent/events',
  rounds: 'events for agents that wait beside them',
  waitedMs: 100,
  end: (person, { agentId }) => person.send(agentId, 'Are you there?'),
  measuredFrom: 'the POST of a message',
});
