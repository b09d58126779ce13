import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { DecisionResolvedEvent } from '@svc/proto-events';
import type { Decision, NewDecision } from './agent-api.js';
import { Gatekeeper } from './gatekeeper.js';

/** The service's side: at most what was asked and not answered is open. */
function setUp(openAtFirst: number) {
  const open: Decision[] = Array.from({ length: openAtFirst }, (_, index) =>
    decisionOf(`old${index}`, 'Old'),
  );
  const asked: NewDecision[] = [];
  const api = {
    openDecisions: async () => [...open],
    async requestDecision(request: NewDecision) {
      asked.push(request);
      const decision = decisionOf(`dec_${asked.length}`, request.title);
      open.push(decision);
      return decision;
    },
    decision: async (decisionId: string) => ({
      ...decisionOf(decisionId, 'Open?'),
      resolution_reason: reason,
    }),
  };
  let reason = 'user';
  const complain = jest.fn();
  const keeper = new Gatekeeper({ api, complain, pausesMs: { afterAnswer: 1_000, afterSilence: 60_000 } });
  const answer = async (by: string) => {
    reason = by;
    open.splice(0);
    await keeper.handle(resolved);
  };
  return { keeper, asked, complain, answer };
}

const resolved: DecisionResolvedEvent = {
  type: 'decision_resolved',
  decision_id: 'dec_1',
  status: 'rejected',
  note: '',
  conversation_id: 'conv_1',
  always_allow: false,
  always_allow_pattern: null,
};

function decisionOf(decisionId: string, title: string): Decision {
  return { decision_id: decisionId, title, action: null, status: 'pending', resolution_reason: null };
}

describe('Gatekeeper', () => {
  jest.useFakeTimers();
  afterEach(() => jest.clearAllTimers());

  it('asks at once when nothing is open, and only once', async () => {
    const { keeper, asked } = setUp(0);
    keeper.begin();
    keeper.begin();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(1);
  });

  it('asks nothing while something is open', async () => {
    const { keeper, asked } = setUp(1);
    keeper.begin();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual([]);
  });

  it('asks the next thing a little after an answer, and remembers the answer', async () => {
    const { keeper, asked, answer } = setUp(0);
    keeper.begin();
    await jest.advanceTimersByTimeAsync(0);
    await answer('user');
    await jest.advanceTimersByTimeAsync(999);
    expect(asked).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.title).not.toBe(asked[0]?.title);
    expect(asked[1]?.description).toContain('**rejected**');
  });

  it.each(['rule', 'expired'])('waits longer where nobody answered (%s)', async (by) => {
    const { keeper, asked, answer } = setUp(0);
    keeper.begin();
    await jest.advanceTimersByTimeAsync(0);
    await answer(by);
    await jest.advanceTimersByTimeAsync(59_999);
    expect(asked).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(2);
  });

  it('asks nothing after it was stopped', async () => {
    const { keeper, asked, answer } = setUp(0);
    keeper.begin();
    keeper.stop();
    await answer('user');
    await jest.advanceTimersByTimeAsync(120_000);
    expect(asked).toEqual([]);
  });
});
