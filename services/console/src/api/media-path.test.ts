import { linkedMediaPath } from './media-path.ts';

const PATH = `/media/1790000000.${'a'.repeat(43)}/p-${'b'.repeat(43)}.png`;

describe('a link to a private file', () => {
  it.each([PATH, `https://agents.example${PATH}?again`, `/media/x/..${PATH.slice(6)}`])(
    'is found in %s',
    (url) => {
      expect(linkedMediaPath(url)).toBe(PATH);
    },
  );

  it.each([
    '/media/../api/client/agents?1',
    '/media/1.a/%2e%2e/%2e%2e/api/client/agents',
    '/media/p-b.png',
    '/media/1.a/..%2fapi',
    'x:',
  ])('is not %s', (url) => {
    expect(linkedMediaPath(url)).toBe(null);
  });
});
