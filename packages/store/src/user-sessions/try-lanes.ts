import { createHash } from 'node:crypto';

/** What one count of wrong passwords belongs to, as an opaque text: an account, an account from one address, or a user that changes the password. */
export type TryLane = string;

/** How the text of a lane begins. */
const KIND = { account: 'account ', place: 'place ', change: 'change ' } as const;

/** Makes the texts of lanes. */
export const tryLane = {
  /** Sign-ins to the account of an e-mail address, whose case does not matter. Only a hash of the address is kept. */
  account: (email: string): TryLane => KIND.account + hashOf(email.toLowerCase()),
  /** Sign-ins to an account from an address from which somebody has signed in to it before. */
  place: (place: string): TryLane => KIND.place + place,
  /** Calls in which a signed-in user shows the present password. */
  change: (userId: string): TryLane => KIND.change + userId,
};

/** The lanes of a user, as SQL over an expression for the user's id: a condition on `lane`. The user has still its e-mail address and its places. */
export function isLaneOfUser(userId: string): string {
  return `(
    lane = '${KIND.change}' || ${userId}
    OR lane = (SELECT '${KIND.account}' || encode(sha256(convert_to(lower(email), 'UTF8')), 'hex') FROM "user" WHERE id = ${userId})
    OR lane = ANY (ARRAY(SELECT '${KIND.place}' || place FROM sign_in_place WHERE user_id = ${userId})))`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
