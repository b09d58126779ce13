import { randomBytes } from 'node:crypto';

/** A message carries the latest places at which it failed, so many at most. If there are more, a failure may be counted late, but never wrongly. */
const PLACES_MAX = 8;

/** What is written of all places takes so many characters at most: of each its name, its successes and what parts them. */
export const EVIDENCE_LENGTH_MAX = PLACES_MAX * 25;

/**
 * What the consumers of one queue in this process know: how many messages succeeded. What they knew when a message failed is
 * written on the message ({@link Evidence.failed}), so nothing is kept here for each message that fails.
 */
export class Evidence {
  /** Messages that were handled with success. */
  successes = 0;
  private readonly place = randomBytes(6).toString('base64url');

  succeeded(): void {
    this.successes += 1;
  }

  /**
   * @param written what was written on the message.
   * @returns whether others succeeded since the message last failed here, false if it never failed here; and what is written on it from now on.
   */
  failed(written: string): { othersSucceeded: boolean; written: string } {
    const places = [...written.matchAll(PLACE)].map(([, place, successes]) => ({ place, successes }));
    const before = places.find(({ place }) => place === this.place);
    const latest = [
      { place: this.place, successes: this.successes },
      ...places.filter((it) => it !== before),
    ];
    return {
      othersSucceeded: before !== undefined && this.successes > Number(before.successes),
      written: latest
        .slice(0, PLACES_MAX)
        .map(({ place, successes }) => `${place}=${successes}`)
        .join(' '),
    };
  }
}

/** The evidence of every queue that a broker consumes. */
export class EvidenceByQueue {
  private readonly byName = new Map<string, Evidence>();

  of(queueName: string): Evidence {
    const known = this.byName.get(queueName) ?? new Evidence();
    this.byName.set(queueName, known);
    return known;
  }
}

/** A place, and how many successes were known there when the message failed. */
const PLACE = /([\w-]{8})=(\d{1,15})/g;
