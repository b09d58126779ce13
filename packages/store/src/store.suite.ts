import { useDatabase } from './bench.suite.js';
import { decisionCalls } from './decisions/decisions.suite.js';
import { messageDeletionCalls } from './deletions/message-deletions.suite.js';
import { attemptCalls } from './events/attempts.suite.js';
import { lockWaits } from './lock-waits.suite.js';
import { retentionCalls } from './retention/retention.suite.js';
import { taskBuilders } from './tasks/tasks.suite.js';

export { agentMessage, userMessage } from './bench.suite.js';
export type { StoreBench, TestAgent } from './bench.suite.js';

/** A store on a scratch database, and all that tests do with it. */
export function useStore() {
  const bench = useDatabase();
  return Object.assign(bench, {
    ...{ ...attemptCalls(bench), ...decisionCalls(bench), ...lockWaits(bench) },
    ...{ ...messageDeletionCalls(bench), ...retentionCalls(bench), ...taskBuilders(bench) },
  });
}
