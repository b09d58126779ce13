import { describe, expect, it } from '@jest/globals';
import { createMarkdown } from './markdown.mjs';
import type { Section } from './markdown.mjs';

const ROOT = '/nowhere';
const ADDRESSES = new Map([
  ['docs/errors.md', '/docs/errors/'],
  ['docs/decisions/README.md', '/docs/decisions/'],
  ['README.md', '/docs/readme/'],
]);

let sections: Section[] = [];
const markdown = createMarkdown({
  root: ROOT,
  addresses: ADDRESSES,
  onSections: (_source: string, found: Section[]) => void (sections = found),
});

/** As a page of `docs/decisions`. */
function render(text: string): string {
  return markdown.render(text, { source: 'docs/decisions/page.md' });
}

describe('a link', () => {
  it.each([
    ['../errors.md', '/docs/errors/'],
    ['../errors.md#http', '/docs/errors/#http'],
    ['README.md', '/docs/decisions/'],
    ['../decisions/', '/docs/decisions/'],
    ['../../README.md#start', '/docs/readme/#start'],
    ['#here', '#here'],
    ['https://example.org/a.md', 'https://example.org/a.md'],
    ['/docs/api/', '/docs/api/'],
  ])('to %s leads to %s', (written, address) => {
    expect(render(`[text](${written})`)).toContain(`<a href="${address}">text</a>`);
  });

  it('to a file that is not shown becomes its text, which names the file', () => {
    expect(render('[the code](../../packages/store/src/index.ts)')).toContain(
      '<span class="in-repository" title="In the repository: packages/store/src/index.ts">the code</span>',
    );
  });

  it.each(['gone.md', '../pictures/gone.png'])('to %s, which is not there, fails', (target) => {
    expect(() => render(`[text](${target})`)).toThrow(
      `docs/decisions/page.md links to ${target}, which is not there.`,
    );
    expect(() => render(`![text](${target})`)).toThrow('which is not there.');
  });
});

describe('a heading', () => {
  it('has the anchor that the repository’s pages give it, and is a link to itself', () => {
    const html = render('## First success: three `commands`, and ten_lines\n\n## Why?\n\n## Why?');
    expect([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      'first-success-three-commands-and-ten_lines',
      'why',
      'why-1',
    ]);
    expect(html).toContain('<a class="anchor" href="#why">Why?</a>');
  });

  it('that holds a link stays as it is', () => {
    expect(render('## See [errors](../errors.md)')).toBe(
      '<h2 id="see-errors">See <a href="/docs/errors/">errors</a></h2>\n',
    );
  });

  it('begins a section, of which the search knows the text without code blocks', () => {
    render(
      '# Page\n\nIt says\n`this` in [words](../errors.md).\n\n```sh\nrm -r x\n```\n\n## Part\n\n- one\n- two',
    );
    expect(sections).toEqual([
      { level: 1, id: 'page', title: 'Page', text: 'It says this in words. ' },
      { level: 2, id: 'part', title: 'Part', text: 'one two ' },
    ]);
  });
});

describe('a code block', () => {
  it('is coloured by classes, and the keyboard can reach it to scroll it', () => {
    const html = render("```ts\nconst a: string = '<b>';\n```");
    expect(html).toContain('<pre tabindex="0" role="group" aria-label="Code: ts">');
    expect(html).toContain('<span class="hljs-keyword">const</span>');
    expect(html).toContain('&lt;b&gt;');
    expect(html).not.toContain('style=');
  });

  it('in a language that nobody knows is escaped', () => {
    expect(render('```"><script>\n<a> & "b"\n```')).toContain('<code>&lt;a&gt; &amp; &quot;b&quot;\n</code>');
  });
});

it('puts a table in a part of the page that scrolls by itself', () => {
  expect(render('|a|\n|-|\n|1|')).toMatch(
    /^<div class="wide" [^>]*tabindex="0"><table>[^]*<\/table><\/div>\n$/,
  );
});

it('leaves out comments, which are for who writes the pages', () => {
  expect(render('<!-- runs: ts -->\n\ntext <!-- aside --> goes on')).toBe('\n<p>text  goes on</p>\n');
});
