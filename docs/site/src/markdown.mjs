import { slug } from 'github-slugger';
import markdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';
import { escaped, highlighted } from './highlighting.mjs';
import { resolveLink } from './links.mjs';

/**
 * A heading and what stands below it, up to the next one.
 *
 * @typedef {object} Section
 * @property {number} level 1 to 6.
 * @property {string} id Its anchor.
 * @property {string} title
 * @property {string} text Without code blocks.
 */

/**
 * Markdown as the repository's pages show it, with the same anchors. Links lead to the pages of the site. Code is coloured. What may be
 * wider than the page scrolls by itself, and the keyboard reaches it.
 *
 * What is rendered needs the name of its file as `source` in its environment.
 *
 * @param {object} options
 * @param {string} options.root The repository's folder.
 * @param {Map<string, string>} options.addresses Of all pages, by their files.
 * @param {(source: string, sections: Section[]) => void} options.onSections Is told what each page is made of.
 * @returns {{ render(text: string, environment: { source: string }): string }} A markdown-it.
 */
export function createMarkdown({ root, addresses, onSections }) {
  const markdown = markdownIt({ html: true });
  markdown.use(anchor, { slugify: slug, permalink: linkOfHeading, tabIndex: false });
  markdown.core.ruler.push('links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      if (children !== null) rewriteLinks(children, (target) => resolve(target, env.source));
    }
  });
  markdown.core.ruler.push('sections', ({ tokens, env }) => onSections(env.source, sectionsOf(tokens)));
  const { rules } = markdown.renderer;
  rules.fence = (tokens, index) => codeBlock(tokens[index]);
  rules.code_block = rules.fence;
  rules.table_open = () => '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>\n';
  rules.table_close = () => '</table></div>\n';
  // Comments are for who writes the pages.
  rules.html_block = (tokens, index) => withoutComments(tokens[index].content);
  rules.html_inline = rules.html_block;
  return markdown;

  function resolve(target, source) {
    return resolveLink({ root, addresses, source, target });
  }
}

const headerLink = anchor.permalink.headerLink({ class: 'anchor' });

/** A heading is a link to itself, unless a part of it is a link already. */
function linkOfHeading(slugOfHeading, options, state, index) {
  const hasLink = state.tokens[index + 1].children.some(({ type }) => type === 'link_open');
  if (!hasLink) headerLink(slugOfHeading, options, state, index);
}

function rewriteLinks(tokens, resolve) {
  let inRepository = null;
  for (const token of tokens) {
    if (token.type === 'image') token.attrSet('src', resolve(token.attrGet('src')).address);
    if (token.type === 'link_close' && inRepository !== null) {
      token.tag = 'span';
      inRepository = null;
    }
    if (token.type !== 'link_open') continue;
    const { address, file } = resolve(token.attrGet('href'));
    if (address !== null) {
      token.attrSet('href', address);
      continue;
    }
    // Nothing on this site shows the file, so its name has to do.
    token.tag = 'span';
    token.attrs = [
      ['class', 'in-repository'],
      ['title', `In the repository: ${file}`],
    ];
    inRepository = file;
  }
}

/** @returns {Section[]} */
function sectionsOf(tokens) {
  const sections = [];
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const title = plainText(tokens[index + 1]);
      sections.push({ level: Number(token.tag.slice(1)), id: token.attrGet('id'), title, text: '' });
    } else if (token.type === 'inline' && tokens[index - 1].type !== 'heading_open') {
      const section = sections.at(-1);
      if (section !== undefined) section.text += `${plainText(token)} `;
    }
  });
  return sections;
}

function plainText({ children }) {
  return children
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('');
}

function codeBlock({ info, content }) {
  const [language = ''] = info.trim().split(/\s+/);
  const name = language === '' ? 'Code' : `Code: ${language}`;
  const html = highlighted(content, language);
  return `<div class="code"><pre tabindex="0" role="group" aria-label="${escaped(name)}"><code>${html}</code></pre></div>\n`;
}

function withoutComments(html) {
  return html.replaceAll(/<!--[^]*?-->/g, '');
}
