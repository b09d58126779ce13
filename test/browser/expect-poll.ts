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
export function expectPoll(look: () => unknown): PolledMatchers & { not: PolledMatchers } {
  const holding = polled(look, (seen) => expect(seen));
  return Object.assign(holding, { not: polled(look, (seen) => expect(seen).not) });
}

function polled(look: () => unknown, expecting: (seen: unknown) => unknown) {
  return new Proxy({} as PolledMatchers, {
    get(target, name: MatcherName) {
      // What was put there by name, such as `not`.
      if (Object.hasOwn(target, name)) return target[name];
      return async function matcher(...expected: unknown[]) {
        // Made here, for the line of the test is no longer on the stack once the page has been waited for.
        let failure = new Error('No look came back');
        Error.captureStackTrace(failure, matcher);
        const { stack = '' } = failure;
        const holds = async () => {
          try {
            (expecting(await look()) as Matchers)[name](...expected);
            return true;
          } catch (error) {
            failure = error as Error;
            return false;
          }
        };
        await inTime(eventually(holds, Boolean, { waitMsMax: WAIT_MS_MAX }), 'it to hold', WAIT_MS_MAX).catch(
          () => {
            failure.stack = stack.replace(/^.*/, () => failure.message);
            throw failure;
          },
        );
      };
    },
  });
}
