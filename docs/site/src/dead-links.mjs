import { SITE } from './pages.mjs';

/**
 * The links of pages, in the menu and in the text, that lead to no page or to no place in a page.
 *
 * @param {Map<string, string>} documents The HTML of all pages, by their addresses.
 * @param {Set<string>} files The addresses of all other files of the site.
 * @returns {string[]} For people: which link stands on which page. A link that stands on many, as in the menu, is named once.
 */
export function deadLinks(documents, files) {
  const anchors = new Map([...documents].map(([address, html]) => [address, valuesOf(html, 'id')]));
  const dead = new Map();
  for (const [address, html] of documents) {
    const links = [...valuesOf(html, 'href'), ...valuesOf(html, 'src')];
    for (const link of links.filter((each) => isDead(each, address))) dead.set(link, address);
  }
  return [...dead].map(([link, address]) => `${address} links to ${link}`);

  function isDead(link, from) {
    const [path, fragment] = link.split('#');
    const to = path === '' ? from : path;
    if (!to.startsWith(SITE) || files.has(to)) return false;
    return !(anchors.get(to)?.has(decodeURIComponent(fragment ?? '')) || (anchors.has(to) && !fragment));
  }
}

function valuesOf(html, attribute) {
  return new Set([...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value]) => value));
}
