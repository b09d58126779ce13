import { randomBytes, randomInt } from 'node:crypto';
import { newId } from './ids.js';

/** How long a person has to confirm the login of a program, and the program to fetch its key, in seconds. */
export const DEVICE_LOGIN_SECONDS = 600;

/** How often a program asks whether its login was confirmed, in seconds, and by how much this grows each time that it asks too soon (RFC 8628, section 3.5). */
export const DEVICE_POLL_SECONDS = 5;

/** Logins of programs that no person has confirmed yet, of the whole installation. */
export const DEVICE_LOGINS_OPEN_MAX = 10_000;

/** Those of one address, as much as is kept of it; of an IPv6 address those of its /64 network. */
export const DEVICE_LOGINS_OF_ADDRESS_MAX = 50;

/** `svc_dvl_`, the digits of the login's id, and 40 hex characters that are the secret part. */
export const DEVICE_CODE_PATTERN = /^svc_dvl_([0-9a-f]{32})_[0-9a-f]{40}$/;

/** Without vowels, so no code is a word, and without characters that look alike (RFC 8628, section 6.1): 34 bits. */
const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const USER_CODE_LENGTH = 8;

/** The codes of a login: the program keeps `deviceCode` for itself, and the person types `userCode`. */
export function newDeviceLogin(): { loginId: string; deviceCode: string; userCode: string } {
  const loginId = newId('deviceLogin');
  const letters = Array.from(
    { length: USER_CODE_LENGTH },
    () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)],
  );
  return {
    loginId,
    deviceCode: `svc_${loginId}_${randomBytes(20).toString('hex')}`,
    userCode: withDash(letters.join('')),
  };
}

/** The id of the login whose device code this is; `null` for any other text. */
export function deviceLoginIdOf(text: string): string | null {
  const digits = DEVICE_CODE_PATTERN.exec(text)?.[1];
  return digits === undefined ? null : `dvl_${digits}`;
}

/** A user code as it was made, however a person has typed it: `null` if it cannot be one. */
export function userCodeIn(text: string): string | null {
  const letters = text.toUpperCase().replace(/[\s-]/g, '');
  const isCode =
    letters.length === USER_CODE_LENGTH && [...letters].every((letter) => USER_CODE_LETTERS.includes(letter));
  return isCode ? withDash(letters) : null;
}

function withDash(letters: string): string {
  return `${letters.slice(0, USER_CODE_LENGTH / 2)}-${letters.slice(USER_CODE_LENGTH / 2)}`;
}
