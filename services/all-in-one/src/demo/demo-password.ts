import { randomInt } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** Short enough to type it from a banner, and no secret: it is used only if no other machine can reach the product. */
export const OPEN_PASSWORD = 'demo-demo';

/** Without letters that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

export interface Reach {
  /** The address that the product listens on. */
  host: string;
  /** The address under which the outside reaches it. */
  publicBaseUrl: string;
  /** Whether a request has come from beyond this machine all the same, as through a tunnel. Default false. */
  isReached?: boolean;
}

/** Whether only this machine is meant to reach the product, so that everybody may know the demo's password. */
export function isLoopbackOnly({ host, publicBaseUrl, isReached = false }: Reach): boolean {
  return !isReached && isLoopback(host) && isLoopback(new URL(publicBaseUrl).hostname);
}

/** 4 groups of 4 letters, which is over 79 bits, and still short enough to type. */
export function newPassword(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

/** Whether a host, as a URL has it, is this machine by itself. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}
