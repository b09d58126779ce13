import { join } from 'node:path';
import Eleventy from '@11ty/eleventy';
import { createMarkdown } from './markdown.mjs';
import { entriesOf, menuHtml } from './menu.mjs';
import { SITE } from './pages.mjs';

const PACKAGE = join(import.meta.dirname, '..');
/** The templates, relative to the package's folder, which Eleventy has to run in. */
const TEMPLATES = 'site';
/** Headings down to this level stand in "On this page". */
const LISTED_LEVEL_MAX = 3;

/**
 * Writes all pages. The calling process works in the package's folder from then on.
 *
 * @param {object} options
 * @param {string} options.root The repository's folder.
 * @param {string} options.folder Where to write.
 * @param {import('./pages.mjs').Page[]} options.pages
 * @param {Record<'script' | 'style', string>} options.assets The addresses of what all pages load.
 * @returns {Promise<Map<string, import('./markdown.mjs').Section[]>>} What each page is made of, by its file.
 */
export async function writePages({ root, folder, pages, assets }) {
  const sections = new Map();
  const addresses = new Map(pages.map(({ source, address }) => [source, address]));
  const markdown = createMarkdown({
    ...{ root, addresses },
    onSections: (source, found) => sections.set(source, found),
  });
  process.chdir(PACKAGE);
  const eleventy = new Eleventy(TEMPLATES, folder, {
    quietMode: true,
    configPath: null,
    config(config) {
      config.setIncludesDirectory('_layouts');
      config.setLibrary('md', markdown);
      config.setTemplateFormats(['md', 'njk']);
      config.addGlobalData('assets', assets);
      config.addFilter('listed', (source) =>
        sections.get(source).filter(({ level }) => level > 1 && level <= LISTED_LEVEL_MAX),
      );
      pages.forEach((page, index) => {
        config.addTemplate(`${TEMPLATES}/${page.source.replace(/(\.md)?$/, '.md')}`, page.markdown, {
          layout: 'page.njk',
          // What stands in double braces on our pages is no template.
          templateEngineOverride: 'md',
          permalink: `${page.address.slice(SITE.length)}index.html`,
          ...{ title: page.title, source: page.source, group: page.group },
          menu: menuHtml(pages, page),
          ...(index === 0 && { entries: entriesOf(pages) }),
          ...{ before: neighbour(pages[index - 1]), after: neighbour(pages[index + 1]) },
        });
      });
      config.addGlobalData('wholeMenu', menuHtml(pages, pages[0]));
    },
  });
  await eleventy.write();
  return sections;
}

function neighbour(page) {
  return page && { address: page.address, title: page.title };
}
