import { noAnswerOf } from '../../api/patient-fetch.js';

/** `problem`: it keeps the agent from receiving. `note`: it may, or it will. */
export type Severity = 'ok' | 'note' | 'problem';

export interface Finding {
  /** For programs: the same word for the same thing. */
  code: string;
  severity: Severity;
  what: string;
  remedy?: string;
}

export function ok(code: string, what: string): Finding {
  return { code, severity: 'ok', what };
}

export function note(code: string, what: string, remedy: string): Finding {
  return { code, severity: 'note', what, remedy };
}

export function problem(code: string, what: string, remedy: string): Finding {
  return { code, severity: 'problem', what, remedy };
}

const ANSWER_MS_MAX = 10_000;
/** A receiver refuses what is signed further from its clock (specification, "Outbound webhook signing"). */
const TOLERANCE_SECONDS = 300;
/** What the header `Date` and the way of the answer may differ by, in seconds. */
const PRECISION_SECONDS = 5;

/** @throws CliError `unreachable` if nothing answers there. */
export async function clockFinding(url: string, signal: AbortSignal): Promise<Finding[]> {
  const signals = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]);
  const response = await fetch(`${url}/health/ready`, { signal: signals }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw noAnswerOf(url, cause);
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
