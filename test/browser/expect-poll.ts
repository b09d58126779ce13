import { expect } from '@jest/globals';
import { eventually, inTime } from '@svc/testkit';

type MatcherName = Exclude<keyof ReturnType<typeof expect>, 'not' | 'resolves' | 'rejects'>;
type Matchers = Record<MatcherName, (...expected: unknown[]) => void>;

/** The matchers of `expect`, each of which resolves once it holds. */
type PolledMatchers = Record<MatcherName, (...expected: unknown[]) => Promise<void>>;

/** Above what the slowest page takes on a busy machine, below the limit of a test, in milliseconds. */
const WAIT_MS_MAX = 60_000;

/**
 * Looks at a page again and again until a matcher holds, for a page changes by itself:
 * `await expectPoll(() => titles(page)).toEqual(['First', 'Second'])`.
 *
 * A look that throws, as one does while the page navigates, is repeated too. In the end it fails as `expect`
 * does, with what was seen last, also where a look never comes back.
 */
export function expectPoll(
  look: () => unknown,
  { waitMsMax = WAIT_MS_MAX }: { waitMsMax?: number } = {},
): PolledMatchers & { not: PolledMatchers } {
  const holding = polled(look, (seen) => expect(seen), waitMsMax);
  return Object.assign(holding, { not: polled(look, (seen) => expect(seen).not, waitMsMax) });
}

function polled(look: () => unknown, expecting: (seen: unknown) => unknown, waitMsMax: number) {
  return new Proxy({} as PolledMatchers, {
    get(target, name: MatcherName) {
      // What was put there by name, such as `not`.
      if (Object.hasOwn(target, name)) return target[name];
      // Awaited without a matcher it would look like a promise, and as a failed one: nothing was expected.
      if ((name as string) === 'then') throw new Error('expectPoll(…) expects nothing without a matcher');
      return async function matcher(...expected: unknown[]) {
        const failure = new Error();
        // The line of the test, which is no longer on the stack once the page has been waited for.
        Error.captureStackTrace(failure, matcher);
        const check = async () => (expecting(await look()) as Matchers)[name](...expected);
        await untilItHolds(check, waitMsMax).catch((last: Error) => {
          const what = `After ${waitMsMax} ms still: ${last.message}`;
          failure.stack = (failure.stack ?? '').replace(/^Error/, () => what);
          failure.message = last.message;
          throw failure;
        });
      };
    },
  });
}

async function untilItHolds(check: () => Promise<void>, waitMsMax: number): Promise<void> {
  let failure: unknown = new Error('No look came back');
  const holds = () =>
    check().then(
      () => true,
      (error: unknown) => {
        failure = error;
        return false;
      },
    );
  await inTime(eventually(holds, Boolean, { waitMsMax }), 'it to hold', waitMsMax).catch(() => {
    throw failure;
  });
}
