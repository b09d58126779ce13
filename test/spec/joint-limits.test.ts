/** @only-in-all Starts the product several times. */
import { Person } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { useOwnProduct } from './own-product.js';

const LIMIT = 300;
/** Each process but the first may accept a twentieth of a limit before it asks the others. */
const UNASKED = LIMIT / 20;
/** An exchange comes four times a second. On a busy machine it may be late. */
const EXCHANGE_MS_MAX = 1_000;
const CALLS_MAX = 3 * LIMIT;
/** A call after the other, all within the minute of the limit. */
const CALLS_MS_MAX = 55_000;

describe('Two gateways', () => {
  const own = useOwnProduct({ GATEWAYS: '2', RATE_LIMIT_USER_PER_MINUTE: String(LIMIT) });

  it(
    'take together what one may, and what comes between two exchanges',
    async () => {
      const busy = await Person.signUp(own.product.url);
      const acceptedAtMs: number[] = [];
      let refused = 0;
      // Both refuse when eight calls in a row have been, since the edge proxy gives them to each in turn.
      for (let calls = 0, inARow = 0; inARow < 8 && calls < CALLS_MAX; calls += 1) {
        const answer = await busy.call('/decision-rules');
        if (answer.status === 429) expectRefusal(answer, 429, 'Too many requests');
        else expect(answer.status).toBe(200);
        inARow = answer.status === 429 ? inARow + 1 : 0;
        if (answer.status === 429) refused += 1;
        else acceptedAtMs.push(performance.now());
      }
      expect(refused).toBeGreaterThanOrEqual(8);
      expect(acceptedAtMs.length).toBeGreaterThanOrEqual(LIMIT);
      const between = Math.max(
        ...acceptedAtMs.map(
          (from) => acceptedAtMs.filter((at) => at >= from && at < from + EXCHANGE_MS_MAX).length,
        ),
      );
      expect(acceptedAtMs.length).toBeLessThanOrEqual(LIMIT + UNASKED + between);
    },
    CALLS_MS_MAX,
  );
});
