import { deadLinks } from './dead-links.mjs';

const FILES = new Set(['/docs/pictures/chat.png', '/docs/search-index.json']);

function deadIn(html: string): string[] {
  const documents = new Map([
    ['/docs/', '<h1 id="top">Top</h1>'],
    ['/docs/errors/', `<h2 id="http">HTTP</h2>${html}`],
  ]);
  return deadLinks(documents, FILES);
}

it.each([
  '/docs/',
  '/docs/#top',
  '#http',
  '/docs/errors/#http',
  '/docs/pictures/chat.png',
  '/',
  'https://example.org/docs/gone/',
])('a link to %s is alive', (link) => {
  expect(deadIn(`<a href="${link}">`)).toEqual([]);
});

it.each(['/docs/gone/', '/docs/#gone', '#gone', '/docs/pictures/gone.png', '/docs/api/gone'])(
  'a link to %s is dead',
  (link) => {
    expect(deadIn(`<a href="${link}">`)).toEqual([`/docs/errors/ links to ${link}`]);
  },
);

it('a picture that is not there is dead too', () => {
  expect(deadIn('<img src="/docs/pictures/gone.png">')).toEqual([
    '/docs/errors/ links to /docs/pictures/gone.png',
  ]);
});
