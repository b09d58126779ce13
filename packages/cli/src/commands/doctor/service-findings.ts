import { noAnswerOf } from '../../api/patient-fetch.js';
import { note, ok, problem } from './finding.js';
import type { Finding } from './finding.js';

const ANSWER_MS_MAX = 10_000;
/** A receiver refuses what is signed further from its clock (specification, "Outbound webhook signing"). */
const TOLERANCE_SECONDS = 300;
/** What the header `Date` and the way of the answer may differ by, in seconds. */
const PRECISION_SECONDS = 5;

/** @throws CliError `unreachable` if nothing answers there. */
export async function serviceFindings(url: string, signal: AbortSignal): Promise<Finding[]> {
  const signals = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]);
  const response = await fetch(`${url}/health/ready`, { signal: signals }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw noAnswerOf(url, cause);
  });
  await response.body?.cancel();
  const what = `The service is not ready: it answers ${response.status}.`;
  const service =
    response.status === 200
      ? ok('service', 'The service is ready.')
      : problem('service', what, 'Look at its log, or wait until it has started.');
  const said = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(said) ? [service] : [service, skewOf((Date.now() - said) / 1_000)];
}

/** @param seconds by which this machine is ahead. */
export function skewOf(seconds: number): Finding {
  const size = Math.abs(seconds);
  const what = `The clock of this machine is ${Math.round(size)} s ${seconds > 0 ? 'ahead of' : 'behind'} the service's`;
  const refused = `a webhook here refuses a signature that is off by ${TOLERANCE_SECONDS} s.`;
  if (size > TOLERANCE_SECONDS)
    return problem(
      'clock_skew',
      `${what}: ${refused}`,
      'Set the clock, such as by timedatectl set-ntp true.',
    );
  if (size > TOLERANCE_SECONDS / 10)
    return note('clock_skew', `${what}: ${refused}`, 'Let NTP set the clock.');
  const fits = size <= PRECISION_SECONDS;
  return ok('clock', fits ? 'The clock of this machine fits.' : `${what}, which is near enough.`);
}
