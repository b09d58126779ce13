import { markdownTree } from './markdown-tree.ts';
import type { MarkdownNode } from './markdown-tree.ts';

const LINK = `/media/1790000000.${'a'.repeat(43)}/p-${'b'.repeat(43)}.png`;

/** As HTML would be, with what an element says of itself behind its tag. */
function written(nodes: readonly MarkdownNode[] | null): string {
  if (nodes === null) return 'as it is';
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      const { tag, children, ...facts } = node;
      const about = Object.values(facts).map((fact) => ` ${fact}`);
      return `<${tag}${about.join('')}>${written(children)}</${tag}>`;
    })
    .join('');
}

const shown = (text: string): string => written(markdownTree(text));
const count = (text: string, part: string): number => text.split(part).length - 1;

describe('markdown of an agent', () => {
  it.each([
    ['quotes', '> '.repeat(101)],
    ['quotes without spaces', `first\n\n${'>'.repeat(30_000)}`],
    ['lists', '1) '.repeat(10_000)],
    [
      'lists by their indentation',
      Array.from({ length: 110 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
    ],
    ['emphasis', `${'**'.repeat(8_000)}a${'**'.repeat(8_000)}`],
    ['cells of a table', `${'|a'.repeat(100)}\n${'|-'.repeat(100)}\n${'|b\n'.repeat(50)}`],
    [
      'cells that short rows are filled up with',
      `${'|a'.repeat(3_000)}\n${'|-'.repeat(3_000)}\n${'b\n'.repeat(3_000)}`,
    ],
  ])('is shown as it is beyond the bound of %s', (_what, text) => {
    expect(shown(`${text} end`)).toBe('as it is');
  });

  it('is drawn up to the bounds', () => {
    expect(count(shown(`${'>'.repeat(100)} a`), '<blockquote>')).toBe(100);
    expect(count(shown(`${'- '.repeat(100)}a`), '<li>')).toBe(100);
    expect(count(shown(`${'|a'.repeat(99)}\n${'|-'.repeat(99)}\n${'|b\n'.repeat(49)}`), '<td>')).toBe(
      99 * 49,
    );
  });

  it('keeps HTML as text', () => {
    expect(shown('<div>\n<b>x</b> <?y <!--z')).toBe('<p><div>\n<b>x</b> <?y <!--z</p>');
    expect(markdownTree('<b>')).toEqual([{ tag: 'p', children: ['<b>'] }]);
  });

  it('shows the pictures that a link to a file of the service leads to, and ten of them', () => {
    const text = shown(
      `${`![a](https://x.example${LINK})`.repeat(12)} ![*b*](/media/../api/client/agents?1)`,
    );
    expect(count(text, `<img ${LINK} a></img>`)).toBe(10);
    expect(count(text, '<img')).toBe(10);
    expect(text).toContain('<a /media/../api/client/agents?1>b</a>');
    expect(shown('[![](http://x.example/a.png)](http://x.example)')).toBe(
      '<p><a http://x.example>Picture</a></p>',
    );
  });

  it('makes links of what GFM does, and of no other scheme', () => {
    expect(shown('www.a.example/x, https://b.example and c@d.com')).toBe(
      '<p><a http://www.a.example/x>www.a.example/x</a>, <a https://b.example>https://b.example</a> and <a mailto:c@d.com>c@d.com</a></p>',
    );
    for (const text of [
      'main.py //a.example ftp://a.example',
      '[a](javascript:alert(1))',
      '<data:text/html,a>',
    ])
      expect(shown(text)).toBe(`<p>${text}</p>`);
    expect(shown('[a](/inbox)')).toBe('<p><a /inbox>a</a></p>');
  });

  it('has the boxes of tasks, and numbers that go on', () => {
    expect(shown('- [x] a\n- [ ] *b*\n- [y] c')).toBe(
      '<ul><li><input true></input> a</li><li><input false></input> <em>b</em></li><li>[y] c</li></ul>',
    );
    expect(shown('3. a')).toBe('<ol 3><li>a</li></ol>');
  });

  it('leads from a reference to its footnote and back', () => {
    expect(shown('a[^x] b[^x] ^[c]\n\n[^x]: Note')).toBe(
      '<p>a<sup><a fnref-0-0 #fn-0 Footnote 1>1</a></sup> b<sup><a fnref-0-1 #fn-0 Footnote 1>1</a></sup> ^[c]</p>' +
        '<footnotes><li fn-0><p>Note<a #fnref-0-0 Back to reference 1>↩</a><a #fnref-0-1 Back to reference 1-2>↩</a></p></li></footnotes>',
    );
  });
});
