import { ServiceError } from '@svc/domain';
import { askAndWait } from './tools.js';
import type { ToolCall } from './tools.js';

const ASKED = { status: 'pending', decision_id: 'dec_1' };

/** A service that takes the request, and whose wait fails. */
const waitFailsBy =
  (error: Error): ToolCall =>
  async (operationId) => {
    if (operationId === 'getOwnDecision') throw error;
    return ASKED;
  };

describe('ask_decision', () => {
  it.each([
    new ServiceError('unavailable'),
    new ServiceError('rate_limited'),
    new Error('Connection terminated'),
  ])('names the request, which is open, although the wait fails: %s', async (error) => {
    expect(await askAndWait({ title: 'Go?' }, waitFailsBy(error))).toBe(ASKED);
  });

  it.each([new ServiceError('not_found'), new ServiceError('unauthorized')])(
    'names no request that is not there for the caller any more: %s',
    async (error) => {
      await expect(askAndWait({ title: 'Go?' }, waitFailsBy(error))).rejects.toBe(error);
    },
  );
});
