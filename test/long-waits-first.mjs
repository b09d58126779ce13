import Sequencer from '@jest/test-sequencer';
import { hasMark, WAITS_FOR_REAL_TIME } from './marks.mjs';

/** Files that wait for real time to pass begin first: their waits then pass while other files work, instead of holding up the end alone. */
export default class LongWaitsFirst extends Sequencer {
  /** @param {import('@jest/test-result').Test[]} tests */
  async sort(tests) {
    const sorted = await super.sort(tests);
    const isLong = new Map(sorted.map((test) => [test, hasMark(test.path, WAITS_FOR_REAL_TIME)]));
    return [...sorted.filter((test) => isLong.get(test)), ...sorted.filter((test) => !isLong.get(test))];
  }
}
