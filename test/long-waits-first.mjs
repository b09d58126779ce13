import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

const MARK = '@waits-for-real-time';

/**
 * Files that wait for real time to pass, which say so by a comment with the mark above, begin first: their waits then pass while other
 * files work, instead of holding up the end alone.
 */
export default class LongWaitsFirst extends Sequencer {
  /** @param {import('@jest/test-result').Test[]} tests */
  async sort(tests) {
    const sorted = await super.sort(tests);
    const isLong = new Map(sorted.map((test) => [test, readFileSync(test.path, 'utf8').includes(MARK)]));
    return [...sorted.filter((test) => isLong.get(test)), ...sorted.filter((test) => !isLong.get(test))];
  }
}
