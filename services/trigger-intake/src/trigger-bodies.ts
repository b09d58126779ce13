import type { IncomingMessage, ServerResponse } from 'node:http';
import { PAYLOAD_BYTES_MAX } from '@svc/domain';
import { BodyBudget } from '@svc/http-contract';
import type { BodyBounds } from '@svc/http-contract';

interface TriggerBodyBounds {
  all: BodyBounds;
  ofAddress: BodyBounds;
}

const ARRIVAL_MS_MAX = 10_000;
const MIB = 1024 * 1024;
const KNOWN: TriggerBodyBounds = {
  all: { bodiesMax: 8_192, bytesMax: 48 * MIB },
  ofAddress: { bodiesMax: 512, bytesMax: 16 * MIB },
};
const UNKNOWN: TriggerBodyBounds = {
  all: { bodiesMax: 2_048, bytesMax: 16 * MIB },
  ofAddress: { bodiesMax: 512, bytesMax: 4 * MIB },
};

/** Calls of known triggers have bounds apart, so that invented ids take nothing from them. */
export class TriggerBodies {
  readonly #known: BoundedBodies;
  readonly #unknown: BoundedBodies;

  constructor(arrivalMsMax = ARRIVAL_MS_MAX) {
    this.#known = boundedBodies(KNOWN, arrivalMsMax);
    this.#unknown = boundedBodies(UNKNOWN, arrivalMsMax);
  }

  /**
   * Any content type is accepted, since the payload is judged later; a compressed body is not, since it could
   * unpack to more than the bound.
   *
   * @throws ServiceError `too_large`, `unsupported_media_type`, `request_timeout`, `rate_limited`,
   *   `unavailable`; `malformed_json` if the caller breaks off. Rejects with what the work rejects with.
   */
  use<Result>(
    request: IncomingMessage,
    response: ServerResponse,
    caller: { address: string; knowsTrigger: boolean },
    work: (body: Buffer) => Promise<Result>,
  ): Promise<Result> {
    const { budget, ofAddress } = caller.knowsTrigger ? this.#known : this.#unknown;
    const rules = { bytesMax: PAYLOAD_BYTES_MAX, shares: [{ key: caller.address, ...ofAddress }] };
    return budget.use(request, response, rules, (body) => work(body ?? Buffer.alloc(0)));
  }
}

type BoundedBodies = ReturnType<typeof boundedBodies>;

function boundedBodies({ all, ofAddress }: TriggerBodyBounds, arrivalMsMax: number) {
  const pace = { graceMs: arrivalMsMax, bytesPerSecondMin: Infinity };
  return { budget: new BodyBudget({ ...all, pace }), ofAddress };
}
