import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { filesBelow, read, ROOT } from './source-files.js';

/** The recipes of CONTRIBUTING.md by their names, each with the paths that it names. */
const RECIPES = new Map(
  section(read('CONTRIBUTING.md'), 'Recipes')
    .split(/^\*\*(?=A)/m)
    .slice(1)
    .map((recipe) => [recipe.slice(0, recipe.indexOf('.')), pathsIn(recipe)]),
);

describe('the recipes', () => {
  it('name only files and folders that exist', () => {
    const places = [...RECIPES].flatMap(([recipe, paths]) => paths.map((path) => ({ recipe, path })));
    expect(places.length).toBeGreaterThan(20);
    expect(places.filter(({ path }) => matchesOf(path).length === 0)).toEqual([]);
  });
});

it.each([
  ['A type of event', /<|[.]sql$/],
  ['A channel', /^(packages(?!.*\/openapi\/)|services)\//],
])('the recipe "%s" has at most five files that are written by hand, beside examples', (recipe, step) => {
  const written = (RECIPES.get(recipe) ?? []).filter(
    (path) => step.test(path) && !path.startsWith('proto-events/examples/'),
  );
  expect(written.length).toBeGreaterThan(3);
  expect(written.length).toBeLessThanOrEqual(5);
});

function section(markdown: string, title: string): string {
  const start = markdown.indexOf(`\n## ${title}\n`);
  const end = markdown.indexOf('\n## ', start + 1);
  return markdown.slice(start, end);
}

/** What stands in backticks or is linked to, and looks like a path from the root. */
function pathsIn(recipe: string): string[] {
  const inBackticks = [...recipe.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '');
  const linked = [...recipe.matchAll(/\]\(([^)#\s]+)\)/g)].map((match) => match[1] ?? '');
  const folders = /^(docs|examples|infra|packages|proto-events|scripts|services|test)\//;
  const files = /^[A-Za-z.-]+\.(md|yml|cjs)$/;
  return [...inBackticks, ...linked].filter((text) => folders.test(text) || files.test(text));
}

/** The files and folders at a path, in which `<…>` stands for any part of a name or for folders. */
function matchesOf(path: string): string[] {
  if (!path.includes('<')) return existsSync(join(ROOT, path)) ? [path] : [];
  const escaped = path.replaceAll('.', '[.]');
  const pattern = escaped.replaceAll('<part>', '.+').replace(/<[a-z]+>/g, '[^/]+');
  const folder = path.slice(0, path.lastIndexOf('/', path.indexOf('<')));
  return filesBelow(folder).filter((file) => new RegExp(`^${pattern}$`).test(file));
}
