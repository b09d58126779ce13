import { GROUPS } from '../navigation.mjs';
import { escaped } from './highlighting.mjs';

/**
 * The menu of a page: all groups, of which the one that holds the page is open.
 *
 * @param {import('./pages.mjs').Page[]} pages All pages.
 * @param {import('./pages.mjs').Page} current
 * @returns {string} HTML
 */
export function menuHtml(pages, current) {
  const groups = groupsOf(pages).map(({ title, pages: inGroup }) => {
    const isOpen = current.group === title ? ' open' : '';
    const items = inGroup.map((page) => menuItem(page, page === current)).join('');
    return `<details${isOpen}><summary>${escaped(title)}</summary><ul>${items}</ul></details>`;
  });
  return groups.join('\n');
}

function menuItem({ address, title }, isCurrent) {
  const mark = isCurrent ? ' aria-current="page"' : '';
  return `<li><a href="${address}"${mark}>${escaped(title)}</a></li>`;
}

/**
 * What the first page shows below its text: each group with what it holds.
 *
 * @param {import('./pages.mjs').Page[]} pages All pages.
 * @returns {{ title: string, says: string, address: string }[]} `address` is that of the group's first page.
 */
export function entriesOf(pages) {
  return groupsOf(pages).map(({ title, says, pages: [first] }) => ({ title, says, address: first.address }));
}

/** The groups that have pages, in order. */
function groupsOf(pages) {
  return GROUPS.map(({ title, says }) => ({
    ...{ title, says },
    pages: pages.filter(({ group }) => group === title),
  })).filter(({ pages: inGroup }) => inGroup.length > 0);
}
