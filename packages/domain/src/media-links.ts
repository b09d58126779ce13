import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export const MEDIA_LINK_DAYS_DEFAULT = 30;

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** A file is named by `p-`, a token and an extension. */
const MEDIA_URL = /^(.*\/media\/)(p-[A-Za-z0-9_-]{43}\.[a-z0-9]{2,5})$/;

/** When a link ends, in seconds since 1970, and its signature (base64url without padding). */
const LINK = /^(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

export interface MediaLinksOptions {
  /** Of 32 bytes each. Links are signed with what is derived from the first, and open with each. */
  secretsKeys: readonly [Buffer, ...Buffer[]];
  agentDays: number;
  nowMs: () => number;
}

/**
 * Links to files: `…/media/<end>.<signature>/<file>` opens the file until the end, without another credential
 * (specification, "user_message"). URLs are stored unsigned and signed when they are sent.
 */
export class MediaLinks {
  readonly #keys: readonly [Buffer, ...Buffer[]];
  readonly #agentSeconds: number;
  readonly #nowSeconds: () => number;

  constructor({ secretsKeys: [first, ...others], agentDays, nowMs }: MediaLinksOptions) {
    this.#keys = [linkKey(first), ...others.map(linkKey)];
    this.#agentSeconds = agentDays * DAY_SECONDS;
    this.#nowSeconds = () => nowMs() / 1_000;
  }

  /** Ends at a full hour, so that all attempts to deliver one event within an hour send the same. */
  forAgent(url: string): string {
    const endHour = Math.ceil((this.#nowSeconds() + this.#agentSeconds) / HOUR_SECONDS);
    return this.#signed(url, HOUR_SECONDS * endHour);
  }

  /** Ends after 12 to 24 hours, and is the same for half a day, for the caches of browsers. */
  forPerson(url: string): string {
    const half = DAY_SECONDS / 2;
    return this.#signed(url, DAY_SECONDS + half * Math.floor(this.#nowSeconds() / half));
  }

  /** Whether this is the signature of a link to the file that has not ended. Compares in constant time. */
  opens(mediaId: string, link: string): boolean {
    const [, end = '', signature = ''] = LINK.exec(link) ?? [];
    if (end === '' || Number(end) <= this.#nowSeconds()) return false;
    const given = Buffer.from(signature, 'base64url');
    let isRight = false;
    for (const key of this.#keys) isRight = timingSafeEqual(signatureOf(key, mediaId, end), given) || isRight;
    return isRight;
  }

  #signed(url: string, endSeconds: number): string {
    const [, before, mediaId] = MEDIA_URL.exec(url) ?? [];
    if (before === undefined || mediaId === undefined) return url;
    const end = String(endSeconds);
    const signature = signatureOf(this.#keys[0], mediaId, end).toString('base64url');
    return `${before}${end}.${signature}/${mediaId}`;
  }
}

/** Derived, so that a leak of this key says nothing about the one that seals agent secrets (RFC 5869). */
function linkKey(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'media-links', 32));
}

function signatureOf(key: Buffer, mediaId: string, end: string): Buffer {
  return createHmac('sha256', key).update(`${mediaId}\n${end}`).digest();
}
