import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentDocument } from '../../packages/agent/agent-document.mjs';
import { contractFields } from './contract-fields.mjs';
import { anchorOf, headingOf, Writer } from './markdown.mjs';
import { PAGES } from './pages.mjs';
import { silent, unheld } from './problems.mjs';
import { readPython } from './python-reader.mjs';
import { readTypeScript } from './typescript-reader.mjs';

const FOLDER = 'docs/reference';
const LANGUAGES = {
  typescript: {
    ...{ name: 'TypeScript', package: '@svc/agent', readme: 'packages/agent/README.md' },
    example: 'examples/echo.mjs',
  },
  python: {
    ...{ name: 'Python', package: 'svc_agent', readme: 'packages/agent-python/README.md' },
    example: 'packages/agent-python/examples/echo.py',
  },
};

/**
 * The reference of both packages for agents.
 *
 * @param {string} root the repository's folder.
 * @returns {Promise<{ files: Record<string, string>, problems: string[] }>} the pages by their paths, and what is wrong with the docstrings.
 */
export async function reference(root) {
  const { components } = await agentDocument();
  const read = {
    typescript: readTypeScript(entriesOf(root)),
    python: readPython(join(root, 'packages/agent-python/src'), {
      ...{ modules: ['svc_agent', 'svc_agent.testing'], plugin: 'svc_agent.pytest_plugin' },
    }),
  };
  const files = { [`${FOLDER}/README.md`]: overview() };
  const problems = [];
  for (const language of Object.keys(LANGUAGES)) {
    const example = readFileSync(join(root, LANGUAGES[language].example), 'utf8');
    const index = new Index(read[language], language);
    const from = { schemas: components.schemas, language, isPublic: (name) => index.has(name) };
    const items = read[language].map((item) =>
      item.record === undefined ? item : { ...item, fields: contractFields(from, item.record) },
    );
    problems.push(...items.flatMap(silent), ...items.flatMap((item) => unheld(item, example)));
    const writer = new Writer(language, index);
    files[`${FOLDER}/${language}/README.md`] = contents(language, index);
    for (const page of PAGES)
      files[`${FOLDER}/${language}/${page.file}`] = await written(page, { language, items, writer });
  }
  const lines = Object.entries(files).map(([path, text]) => [path, `${text}\n`]);
  return { files: Object.fromEntries(lines), problems };
}

/** The files of what programs may import of `@svc/agent`. */
function entriesOf(root) {
  const folder = join(root, 'packages/agent');
  const { exports, name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.fromEntries(
    Object.entries(exports).map(([entry, { types }]) => [name + entry.slice(1), join(folder, types)]),
  );
}

/** Where everything stands. */
class Index {
  #places = new Map();
  #items;
  #language;

  constructor(items, language) {
    this.#language = language;
    this.#items = new Map(items.map((item) => [item.name, item]));
    const named = PAGES.flatMap((page) => page[language]);
    const missing = items.filter(({ name }) => !named.includes(name)).map(({ name }) => name);
    const gone = named.filter((name, at) => !this.#items.has(name) || named.indexOf(name) !== at);
    if (missing.length + gone.length > 0)
      throw new Error(
        `scripts/reference/pages.mjs misses ${missing.join(', ')}; no export or twice: ${gone.join(', ')}.`,
      );
    for (const page of PAGES) this.#fill(page);
  }

  has(name) {
    return this.#items.has(name);
  }

  item(name) {
    return this.#items.get(name);
  }

  fileOf(name) {
    return this.#places.get(name).file;
  }

  /** Whether a type names something that stands here. */
  names(type) {
    return (type.match(/\b[A-Z]\w+\b/g) ?? []).some((name) => this.has(name));
  }

  /** A link to a name, as somebody writes it who stands somewhere; `undefined` if there is none, or it would lead to where one is. */
  link(name, { item, file }) {
    const key = name.replace(/^svc_agent[.]/, '');
    const place = this.#places.get(key) ?? this.#places.get(`${item.name}.${key}`);
    if (place === undefined) return undefined;
    if (place === this.#places.get(item.name)) return `\`${name}\``;
    return `[\`${name}\`](${place.file === file ? '' : place.file}#${place.anchor})`;
  }

  #fill({ file, title, [this.#language]: names }) {
    const anchors = new Set([anchorOf(titleOf(title, this.#language))]);
    const place = (heading) => {
      const anchor = anchorOf(heading);
      if (anchors.has(anchor)) throw new Error(`${file} has two headings with the anchor ${anchor}.`);
      anchors.add(anchor);
      return { file, anchor };
    };
    for (const name of names) {
      const item = this.#items.get(name);
      const own = place(headingOf(item));
      this.#places.set(name, own);
      for (const method of item.methods)
        this.#places.set(`${name}.${method.name}`, place(`${name}.${method.name}()`));
      for (const field of item.fields) this.#places.set(`${name}.${field.name}`, own);
    }
  }
}

async function written(page, { language, items, writer }) {
  const own = page[language].map((name) => items.find((item) => item.name === name));
  const [other] = Object.keys(LANGUAGES).filter((each) => each !== language);
  const entries = [...new Set(own.map(({ entry }) => `\`${entry}\``))].join(' and ');
  return [
    `# ${titleOf(page.title, language)}`,
    `${page.about} From ${entries}; [the same in ${LANGUAGES[other].name}](../${other}/${page.file}).`,
    ...(await Promise.all(own.map((item) => writer.item(item)))),
  ].join('\n\n');
}

function titleOf(title, language) {
  return `${title} (${LANGUAGES[language].name})`;
}

function contents(language, index) {
  const { name, package: of, readme } = LANGUAGES[language];
  const pages = PAGES.map(({ file, title, about, [language]: names }) => {
    const links = names.map((each) => {
      const heading = headingOf(index.item(each));
      return `[\`${heading}\`](${file}#${anchorOf(heading)})`;
    });
    return `- **[${title}](${file})**. ${about} ${links.join(', ')}`;
  });
  return [
    `# Reference for ${name}`,
    `Everything that a program can name of \`${of}\`, as its docstrings say it. [Its README](../../../${readme}) says how to begin.`,
    pages.join('\n'),
  ].join('\n\n');
}

function overview() {
  const languages = Object.entries(LANGUAGES).map(
    ([folder, { name, package: of }]) => `- [${name}](${folder}/README.md): \`${of}\``,
  );
  return [
    '# Reference of the packages for agents',
    'These pages are written from the docstrings of both packages, and have the same names in both languages.',
    languages.join('\n'),
  ].join('\n\n');
}
