/** Jest makes them for each file; a module that is loaded once sees those of the file that runs. */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

/** @param {Record<string, unknown>} globals of the file that runs next. */
export function publish(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
