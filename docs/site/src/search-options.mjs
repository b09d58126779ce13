/** Where the index is served. Its name holds no hash, so browsers ask each time whether it is still the same. */
export const INDEX_ADDRESS = '/docs/search-index.json';

/** An entry is a section of a page. Both who writes the index and who reads it need these. */
export const INDEX_OPTIONS = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'address', 'excerpt'],
};

/** All words have to be found. The last one may still be on its way, and long ones may be misspelt. */
export const SEARCH_OPTIONS = {
  combineWith: /** @type {const} */ ('AND'),
  prefix: true,
  fuzzy: (/** @type {string} */ term) => (term.length > 4 ? 0.2 : false),
  boost: { title: 4, page: 2 },
};
