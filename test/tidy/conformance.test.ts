import { describe, expect, it } from '@jest/globals';
import { CONFORMANCE_PAGE, conformancePage, HELD } from '../../scripts/conformance/table.mjs';
import { read, ROOT } from './source-files.js';

/** Tables without what the formatter does to the width of their columns. */
function bare(text: string): string {
  return text.replace(/ *\| */g, '|').replace(/-+/g, '-');
}

describe('the page about conformance', () => {
  it('says what the scenarios are (node scripts/conformance.mjs)', async () => {
    expect(bare(read(CONFORMANCE_PAGE))).toBe(bare(await conformancePage(ROOT)));
  });

  it.each(HELD)('says rightly that $name is held to all of them', ({ test }) => {
    const text = read(test);
    expect(text).toMatch(/^\s*holdToScenarios\(/m);
    expect(text).not.toMatch(/skip|[.]only|filter|todo|failing/);
    expect(read('test/agent-kit/conformance.ts')).not.toMatch(/skip|[.]only|filter|todo|failing/);
  });
});
