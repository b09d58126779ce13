import { CliError } from '../../errors.js';
import type { Finding } from './finding.js';
import { note, ok, problem } from './finding.js';

const ANSWER_MS_MAX = 10_000;
/** A receiver refuses signatures further than this from its own clock, in seconds (specification, "Outbound webhook signing"). */
const TOLERANCE_SECONDS = 300;
/** What the header `Date` and the way of the answer may differ by, in seconds. */
const PRECISION_SECONDS = 5;

/**
 * Compares the clock of this machine with that of the service.
 *
 * @throws CliError `unreachable` if nothing answers there.
 */
export async function clockFinding(url: string, signal: AbortSignal): Promise<Finding[]> {
  const signals = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]);
  const response = await fetch(`${url}/health/ready`, { signal: signals }).catch((cause: unknown) => {
    signal.throwIfAborted();
    const { message, cause: reason } = cause as Error;
    const why = reason instanceof Error && reason.message !== '' ? reason.message : message;
    throw new CliError('unreachable', `${url} does not answer: ${why}.`, {
      ...{ cause, hint: 'Is the service running there? --url or SVC_URL names another one.' },
    });
  });
  await response.body?.cancel();
  const service =
    response.status === 200
      ? ok('service', 'The service is ready.')
      : problem(
          'service',
          `The service is not ready: it answers ${response.status}.`,
          'Look at its log, or wait until it has started.',
        );
  const said = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(said) ? [service] : [service, skewOf((Date.now() - said) / 1_000)];
}

/** @param seconds by which this machine is ahead. */
export function skewOf(seconds: number): Finding {
  const size = Math.abs(seconds);
  const what = `The clock of this machine is ${Math.round(size)} s ${seconds > 0 ? 'ahead of' : 'behind'} the service's`;
  if (size > TOLERANCE_SECONDS)
    return problem(
      'clock_skew',
      `${what}: a webhook here refuses every signature, since it may be off by ${TOLERANCE_SECONDS} s.`,
      'Set the clock, such as by timedatectl set-ntp true.',
    );
  if (size > TOLERANCE_SECONDS / 10)
    return note(
      'clock_skew',
      `${what}. Signatures may be off by ${TOLERANCE_SECONDS} s.`,
      'Let NTP set the clock.',
    );
  return ok(
    'clock',
    size <= PRECISION_SECONDS ? 'The clock of this machine fits.' : `${what}, which is near enough.`,
  );
}
