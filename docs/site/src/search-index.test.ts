import { expect, it } from '@jest/globals';
import MiniSearch from 'minisearch';
import { searchIndexOf } from './search-index.mjs';
import { INDEX_OPTIONS, SEARCH_OPTIONS } from './search-options.mjs';

const page = {
  source: 'docs/errors.md',
  address: '/docs/errors/',
  title: 'Errors',
  group: null,
  markdown: '',
};
const long = `${'A delivery fails when nobody answers. '.repeat(10)}`;
const sections = new Map([
  [
    page.source,
    [
      { level: 1, id: 'errors', title: 'Errors', text: 'What a refusal says.' },
      { level: 2, id: 'webhook-deliveries', title: 'Webhook deliveries', text: long },
    ],
  ],
]);
const index = MiniSearch.loadJSON(searchIndexOf([page], sections), INDEX_OPTIONS);

function found(asked: string): string[] {
  return index.search(asked, SEARCH_OPTIONS).map(({ id }) => String(id));
}

it('finds a section by its title, by its text, by the beginning of a word and with a slip', () => {
  for (const asked of ['webhook', 'nobody answers', 'deliv', 'webhok'])
    expect([asked, found(asked)]).toEqual([asked, ['/docs/errors/#webhook-deliveries']]);
});

it('finds a page by the text above its first section', () => {
  expect(found('refusal')).toEqual(['/docs/errors/']);
});

it('finds only what has all words', () => {
  expect(found('refusal webhook')).toEqual([]);
});

it('shows the beginning of a long text', () => {
  const [result] = index.search('webhook', SEARCH_OPTIONS);
  expect(result).toMatchObject({ title: 'Webhook deliveries', page: 'Errors' });
  expect(String(result?.['excerpt'])).toMatch(/^A delivery fails .{100,150} …$/);
});
