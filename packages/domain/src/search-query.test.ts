import { parseSearch, SEARCH_WORDS_MAX } from './search-query.js';

/** Terms as people write them: `a b` a phrase, `a*` a beginning. */
function read(text: string): unknown {
  const query = parseSearch(text);
  if (typeof query === 'string') return query;
  const [wanted, unwanted] = [query.wanted, query.unwanted].map((terms) =>
    terms.map(({ words, isPrefix }) => words.join(' ') + (isPrefix ? '*' : '')),
  );
  return { wanted, ...(unwanted?.length === 0 ? {} : { unwanted }) };
}

describe('what a person types into the search', () => {
  it.each([
    ['invoice', { wanted: ['invoice*'] }],
    ['invoice ', { wanted: ['invoice'] }],
    ['Große Rechnung', { wanted: ['grosse', 'rechnung*'] }],
    ['"send the order" now', { wanted: ['send the order', 'now*'] }],
    ['"send the order"', { wanted: ['send the order'] }],
    ['"send the ord', { wanted: ['send the ord*'] }],
    ['example.com', { wanted: ['example com*'] }],
    ['日本', { wanted: ['日 本*'] }],
    ['order -draft', { wanted: ['order'], unwanted: ['draft'] }],
    ['order -"first draft" x', { wanted: ['order', 'x*'], unwanted: ['first draft'] }],
    ['e-mail', { wanted: ['e mail*'] }],
    ['a-"b"', { wanted: ['a', 'b'] }],
    ['- order', { wanted: ['order*'] }],
    ['--order x', { wanted: ['x*'], unwanted: ['order'] }],
  ])('as %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each(['', '…', '-order', '-"a b"', '""'])('as %j wants nothing', (text) => {
    expect(read(text)).toBe('nothing');
  });

  it('may have so many words and no more', () => {
    expect(read('a '.repeat(SEARCH_WORDS_MAX))).toEqual({ wanted: Array(SEARCH_WORDS_MAX).fill('a') });
    expect(read('a '.repeat(SEARCH_WORDS_MAX + 1))).toBe('too_many');
    expect(read('語'.repeat(SEARCH_WORDS_MAX + 1))).toBe('too_many');
  });
});
