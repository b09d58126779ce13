/** A log that keeps nothing: what an agent says of faults is expected. */
export const QUIET = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
