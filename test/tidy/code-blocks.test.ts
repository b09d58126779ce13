import { describe, expect, it } from '@jest/globals';
import { documents } from '../documents/code-blocks.js';
import { needlessEntries } from '../documents/not-run.js';
import { isExecuted, isPartOf, isReadBy, provenBlocks } from '../documents/proofs.js';
import type { ProvenBlock } from '../documents/proofs.js';
import { read } from './source-files.js';

const BLOCKS = documents().flatMap(provenBlocks);

function positionsOf(blocks: ProvenBlock[]): string[] {
  return blocks.map(({ document, line, language }) => `${document}:${line} (${language})`);
}

/** CONTRIBUTING.md has the recipe for a block of code. */
describe('a block of code in a document', () => {
  it('is run by a test, is a part of what a test runs, or stands in the list of those that no test can run', () => {
    expect(BLOCKS.length).toBeGreaterThan(30);
    expect(positionsOf(BLOCKS.filter(({ proof }) => proof === null))).toEqual([]);
  });

  it('is the text of the file that it is from', () => {
    const isChanged = ({ proof, text }: ProvenBlock) =>
      proof?.kind === 'from' && !isPartOf(text, read(proof.file));
    expect(positionsOf(BLOCKS.filter(isChanged))).toEqual([]);
  });

  it('is from a file that a test runs', () => {
    const unrun = BLOCKS.filter(({ proof, text }) => proof?.kind === 'from' && !isExecuted(proof.file, text));
    expect(positionsOf(unrun)).toEqual([]);
  });

  it('is checked by a test that reads its document', () => {
    const unread = BLOCKS.filter(
      ({ document, proof }) => proof?.kind === 'checked' && !isReadBy(document, proof.test),
    );
    expect(positionsOf(unread)).toEqual([]);
  });

  it('stands in the list only as long as it is there', () => {
    expect(needlessEntries(BLOCKS)).toEqual([]);
  });
});
