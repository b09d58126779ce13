import MiniSearch from 'minisearch';
import { INDEX_OPTIONS } from './search-options.mjs';

/** Of a section's text so much is shown with a result, in characters. */
const EXCERPT_CHARS_MAX = 160;

/**
 * The index of the search, as the pages load it.
 *
 * @param {import('./pages.mjs').Page[]} pages
 * @param {Map<string, import('./markdown.mjs').Section[]>} sections By the files of the pages.
 * @returns {string} JSON
 */
export function searchIndexOf(pages, sections) {
  const index = new MiniSearch(INDEX_OPTIONS);
  for (const page of pages) {
    for (const { id, level, title, text } of sections.get(page.source)) {
      const address = level === 1 ? page.address : `${page.address}#${id}`;
      index.add({ id: address, address, title, page: page.title, text, excerpt: excerptOf(text) });
    }
  }
  return JSON.stringify(index);
}

function excerptOf(text) {
  const words = text.trim().replaceAll(/\s+/g, ' ');
  if (words.length <= EXCERPT_CHARS_MAX) return words;
  return `${words.slice(0, words.lastIndexOf(' ', EXCERPT_CHARS_MAX))} …`;
}
