import { readFileSync } from 'node:fs';

/** The file waits for real time to pass: it begins before the others. */
export const WAITS_FOR_REAL_TIME = '@waits-for-real-time';

/** What the file asks for can differ between the shapes of the product: it runs against all in one too, beside the services. */
export const EACH_SHAPE = '@each-shape';

/** `npm test` leaves the file to `npm run test:all`. */
export const ONLY_IN_ALL = '@only-in-all';

/** `npm test` has the file among the few in the browser. */
export const JOURNEY = '@journey';

export const MARKS = [WAITS_FOR_REAL_TIME, EACH_SHAPE, ONLY_IN_ALL, JOURNEY];

/**
 * Whether a test file has a mark, which stands in a comment at its top, with the reason.
 *
 * @param {string} path
 * @param {string} mark
 */
export function hasMark(path, mark) {
  const text = readFileSync(path, 'utf8');
  const isMarked = text.includes(`/** ${mark} `);
  if (text.split(mark).length !== text.split(`/** ${mark} `).length)
    throw new Error(`${path} has ${mark} where no mark is read: it stands at the top, behind /**`);
  return isMarked;
}
