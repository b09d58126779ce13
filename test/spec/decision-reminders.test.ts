/** @only-in-all Waits long for real time to pass. */
/** @waits-for-real-time Half of the time of a request has to pass, and then the rest. */
import type { ShownDecision } from '@svc/testkit';
import { bodyOf } from './answers.js';
import { useProduct } from './product-under-test.js';

/** Long enough for a busy machine to look at the request before the half of it is over. */
const EXPIRES_IN_SECONDS = 14;

describe('A request that is open at half of its time', () => {
  const bench = useProduct();

  it('reminds its user once: by a hint and a mark, of which the agent sees nothing', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.openConsole();
    const asked = await agent.ask({ expires_in_seconds: EXPIRES_IN_SECONDS });
    const { decision_id, created_at } = asked;
    const hints = () => socket.changes.filter((frame) => frame['decision_id'] === decision_id);
    const heard = (count: number) => socket.frames.until(() => hints().length >= count, `${count} hints`);
    const shown = (): Promise<ShownDecision> => {
      return bodyOf('getDecision', bench.person.call(`/decisions/${decision_id}`));
    };
    await heard(1);
    expect(await shown()).toEqual(asked);
    await heard(2);
    const { reminded_at = '', ...open } = await shown();
    expect(open).toEqual(asked);
    const passedMs = Date.parse(reminded_at) - Date.parse(created_at);
    expect(passedMs).toBeGreaterThanOrEqual((EXPIRES_IN_SECONDS / 2) * 1_000);
    expect(await agent.decision(decision_id)).toEqual(asked);
    const inbox = await bodyOf('listDecisions', bench.person.call(`/decisions?agent_id=${agent.agentId}`));
    expect(inbox).toEqual([{ ...asked, reminded_at }]);
    // The last hint tells of the end.
    await heard(3);
    expect(await shown()).toMatchObject({ status: 'dismissed', resolution_reason: 'expired', reminded_at });
    expect(hints()).toHaveLength(3);
    expect(await agent.decision(decision_id)).not.toHaveProperty('reminded_at');
  });
});
