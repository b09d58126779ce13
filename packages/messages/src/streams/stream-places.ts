import { ServiceError, Shares, STREAMS_PER_AGENT_MAX, STREAMS_PER_OWNER_MAX } from '@svc/domain';

/** Messages that grow at once in one process. */
const STREAMS_MAX = 1_000;

/** The places of one process for messages that grow, those that are beginning among them. Nobody can take them all: a person may have many agents. */
export class StreamPlaces {
  readonly #ofAgents = new Shares(STREAMS_MAX);
  readonly #ofOwners = new Shares(STREAMS_MAX);

  /**
   * Takes a place.
   *
   * @returns what gives it back, to be called once.
   * @throws ServiceError `rate_limited` if the agent or its owner has as many as they may have, `unavailable` if all are taken.
   */
  take({ agentId, ownerId }: { agentId: string; ownerId: string }): () => void {
    const agent = [{ key: agentId, max: STREAMS_PER_AGENT_MAX }];
    const owner = [{ key: ownerId, max: STREAMS_PER_OWNER_MAX }];
    const taking = this.#ofAgents.take(agent);
    if (taking === 'full') throw new ServiceError('unavailable', { retryAfterSeconds: 1 });
    if (taking === 'share') throw tooManyOfAgent();
    if (this.#ofOwners.take(owner) !== 'taken') {
      this.#ofAgents.release(agent);
      throw tooMany(`More than ${STREAMS_PER_OWNER_MAX} messages of the account are being written`);
    }
    return () => {
      this.#ofAgents.release(agent);
      this.#ofOwners.release(owner);
    };
  }
}

/** The agent may have no more messages that grow, here or over all processes. */
export function tooManyOfAgent(): ServiceError {
  return tooMany(`More than ${STREAMS_PER_AGENT_MAX} messages of the agent are being written`);
}

function tooMany(detail: string): ServiceError {
  return new ServiceError('rate_limited', { detail, retryAfterSeconds: 1 });
}
