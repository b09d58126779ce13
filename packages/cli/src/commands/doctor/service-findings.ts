import { serviceFetch } from '../../api/client-api.js';
import { note, ok, problem } from './finding.js';
import type { Finding } from './finding.js';

/** A receiver refuses what is signed further from its clock (specification, "Outbound webhook signing"). */
const TOLERANCE_SECONDS = 300;

/** @throws CliError `unreachable` if nothing answers there. */
export async function serviceFindings(url: string, signal: AbortSignal): Promise<Finding[]> {
  const response = await serviceFetch(`${url}/health/ready`, signal);
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
  const size = Math.round(Math.abs(seconds));
  const what = `The clock of this machine is ${size} s ${seconds > 0 ? 'ahead of' : 'behind'} the service's.`;
  if (size <= TOLERANCE_SECONDS / 10) return ok('clock', what);
  const remedy = `Let NTP set the clock: a webhook refuses a signature that is off by ${TOLERANCE_SECONDS} s.`;
  return (size > TOLERANCE_SECONDS ? problem : note)('clock_skew', what, remedy);
}
