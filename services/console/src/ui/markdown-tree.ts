import MarkdownIt from 'markdown-it';
import type { PluginSimple } from 'markdown-it';
import type Token from 'markdown-it/lib/token.mjs';
import footnotes from 'markdown-it-footnote';
import { linkedMediaPath } from '../api/media-path.ts';

/** Of quotes, lists and the like in each other: browsers cannot lay out or read what is much deeper. */
const DEPTH_MAX = 100;
/** Short rows are filled up to the length of the first (GFM, 4.10), so a short text can have millions. */
const TABLE_CELLS_MAX = 5_000;
/** Of a text, as a message has as many files at most. Others become links. */
const PICTURES_MAX = 10;

export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  /** Of HTML; `footnotes` for the list of footnotes. */
  tag: string;
  children: MarkdownNode[];
  /** Of a link. One that begins with `#` leads to the `id` of another element of the text. */
  href?: string;
  id?: string;
  label?: string;
  /** Of a picture of the service's own, without the address of the service. */
  src?: string;
  start?: number;
  isChecked?: boolean;
}

/**
 * CommonMark with the tables, tasks, footnotes, autolinks and strikethrough of GFM. HTML in it is text. Only
 * http, https and mailto links are links, and only pictures by links to files of the service are pictures.
 *
 * @returns `null` if the text has more than may be drawn.
 */
export function markdownTree(text: string): MarkdownNode[] | null {
  const root = element('');
  const open = [root];
  let [depth, cells, pictures] = [0, 0, 0];
  for (const token of inReadingOrder(markdown.parse(text, {}))) {
    if (token.hidden) continue;
    const parent = open.at(-1) ?? root;
    if (token.nesting === -1) {
      open.pop();
      depth -= levels(parent);
      if (parent.tag === 'li') takeBox(parent);
      continue;
    }
    if (token.type === 'image') {
      pictures += 1;
      const isInLink = open.some(({ tag }) => tag === 'a');
      parent.children.push(pictureOf(token, { isInLink, isShown: pictures <= PICTURES_MAX }));
      continue;
    }
    const node = nodeOf(token);
    parent.children.push(node);
    if (token.nesting === 0 || typeof node === 'string') continue;
    open.push(node);
    depth += levels(node);
    if (node.tag === 'td' || node.tag === 'th') cells += 1;
    if (depth > DEPTH_MAX || cells > TABLE_CELLS_MAX) return null;
  }
  return root.children;
}

/** The parser's own bound counts a list in a list twice, and must not come before ours. */
const OPTIONS = { linkify: true, maxNesting: 4 * DEPTH_MAX };

// The types of the plugin name another build of the parser.
const markdown = new MarkdownIt(OPTIONS).use(footnotes as unknown as PluginSimple);
markdown.inline.ruler.disable('footnote_inline');
markdown.validateLink = (url) =>
  URL.canParse(url, 'http://localhost') &&
  ['http:', 'https:', 'mailto:'].includes(new URL(url, 'http://localhost').protocol);
markdown.normalizeLinkText = (text) => text;
/** So that a text of many beginnings is not read to its end for each. */
const WWW_LENGTH_MAX = 2_000;
// The addresses that GFM makes links (6.9), and no others: `main.py` may be a domain.
markdown.linkify
  .set({ fuzzyLink: false })
  .add('//', null)
  .add('ftp:', null)
  .add('www.', {
    validate: (text, position, linkify) => {
      const rest = `//${text.slice(position, position + WWW_LENGTH_MAX)}`;
      return Math.max(0, linkify.testSchemaAt(rest, 'http:', 0) - '//'.length);
    },
    normalize: (match) => void (match.url = `http://${match.url}`),
  });

function inReadingOrder(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => (token.type === 'inline' ? (token.children ?? []) : [token]));
}

function nodeOf(token: Token): MarkdownNode {
  const { type, tag, content } = token;
  const { id = 0, subId = 0 } = (token.meta ?? {}) as { id?: number; subId?: number };
  switch (type) {
    case 'text':
      return content;
    case 'softbreak':
      return '\n';
    case 'code_inline':
      return element('code', { children: [content] });
    case 'code_block':
    case 'fence':
      return element('pre', { children: [element('code', { children: [content] })] });
    case 'link_open':
      return element('a', { href: token.attrGet('href') ?? '' });
    case 'ordered_list_open':
      return element(tag, { start: Number(token.attrGet('start') ?? 1) });
    case 'footnote_ref': {
      const link = { id: `fnref-${id}-${subId}`, href: `#fn-${id}`, label: `Footnote ${id + 1}` };
      return element('sup', { children: [element('a', { ...link, children: [String(id + 1)] })] });
    }
    case 'footnote_block_open':
      return element('footnotes');
    case 'footnote_open':
      return element('li', { id: `fn-${id}` });
    case 'footnote_anchor': {
      const label = `Back to reference ${id + 1}${subId === 0 ? '' : `-${subId + 1}`}`;
      return element('a', { href: `#fnref-${id}-${subId}`, label, children: ['↩'] });
    }
    default:
      return element(tag);
  }
}

function pictureOf(
  token: Token,
  { isInLink, isShown }: { isInLink: boolean; isShown: boolean },
): MarkdownNode {
  const address = token.attrGet('src') ?? '';
  const text = markdown.renderer.renderInlineAsText(token.children ?? [], markdown.options, {}) || 'Picture';
  const src = isShown ? linkedMediaPath(address) : null;
  if (src !== null) return element('img', { src, label: text });
  // If the page loaded it, its server would learn when the text is read.
  return isInLink ? text : element('a', { href: address, children: [text] });
}

/** `[ ]` or `[x]` at the beginning of an item is the box of a task (GFM, 5.3). */
function takeBox(item: MarkdownElement): void {
  const [first] = item.children;
  const holder = typeof first === 'object' && first.tag === 'p' ? first : item;
  const [text] = holder.children;
  const [box] = (typeof text === 'string' && /^\[[ xX]\](?=\s)/.exec(text)) || [];
  if (box === undefined || typeof text !== 'string') return;
  holder.children.splice(0, 1, element('input', { isChecked: box !== '[ ]' }), text.slice(box.length));
}

/** Lists and paragraphs bring no depth of their own. */
function levels({ tag }: MarkdownElement): 0 | 1 {
  return ['ul', 'ol', 'p'].includes(tag) ? 0 : 1;
}

function element(tag: string, rest: Partial<MarkdownElement> = {}): MarkdownElement {
  return { tag, children: [], ...rest };
}
