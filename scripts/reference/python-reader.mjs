import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { docOf } from './python-docstring.mjs';
import { membersOf, callOf } from './python-members.mjs';
import { readModule } from './python-syntax.mjs';

const GENERATED = 'svc_agent.generated.contract';

/**
 * What the modules of a package export, as their sources say it. They are parsed here, so nobody needs Python to write the reference or to check it.
 *
 * @param {string} folder in which the package lies.
 * @param {{ modules: string[], plugin: string }} entries modules with an `__all__`, and one of fixtures.
 * @returns {import('./markdown.mjs').Item[]}
 */
export function readPython(folder, { modules, plugin }) {
  const sources = new Sources(folder);
  const exported = modules.flatMap((entry) => sources.exported(entry).map((name) => ({ entry, name })));
  const fixtures = [...sources.module(plugin).declared]
    .filter(([, { decorators }]) => decorators.some((text) => text.startsWith('@pytest.fixture')))
    .map(([name]) => ({ entry: plugin, name, kind: 'fixture' }));
  return [...exported, ...fixtures].map(({ entry, name, kind }) => {
    const item = itemOf(sources.find(entry, name), sources);
    return { ...item, entry, name, kind: kind ?? item.kind, place: `${entry}.${name}` };
  });
}

class Sources {
  #folder;
  #modules = new Map();

  constructor(folder) {
    this.#folder = folder;
  }

  module(name) {
    if (!this.#modules.has(name)) {
      const path = join(this.#folder, ...name.split('.'));
      this.#modules.set(
        name,
        readModule(existsSync(`${path}.py`) ? `${path}.py` : join(path, '__init__.py')),
      );
    }
    return this.#modules.get(name);
  }

  exported(name) {
    const { node } = this.module(name).declared.get('__all__');
    return [...node.text.matchAll(/"(\w+)"/g)].map(([, each]) => each);
  }

  /** A declaration, in whichever module of ours it stands. */
  find(moduleName, name) {
    const { declared, imported } = this.module(moduleName);
    if (declared.has(name)) return { moduleName, ...declared.get(name) };
    const from = imported.get(name);
    return from?.startsWith('svc_agent') ? this.find(from, name) : undefined;
  }

  /** A text in which what a module has for itself, such as a number or a second name of a type, is written out. */
  spelled(moduleName, text) {
    const { declared } = this.module(moduleName);
    return text.replaceAll(/\b_[A-Za-z]\w*/g, (name) => valueOf(declared.get(name).node));
  }
}

/** The right side of an assignment. A type that is read later stands there in quotes. */
function valueOf({ text }) {
  const [, value] = /=\s*([\s\S]*)$/.exec(text);
  return value.replaceAll(/\s+/g, ' ').replaceAll(/^\(? ?"|" ?\)?$/g, '');
}

function itemOf(declaration, sources) {
  const { moduleName, node, docstring } = declaration;
  const name = node.declares;
  if (node.kind === 'FunctionDefinition')
    return {
      kind: 'function',
      ...docOf(node.docstring),
      fields: [],
      methods: [],
      call: callOf([declaration], { spelled: (text) => sources.spelled(moduleName, text) }),
    };
  const isRecord = moduleName === GENERATED;
  if (node.kind === 'AssignStatement') {
    return { kind: 'type', ...docOf(docstring), fields: [], methods: [], code: `${name} = ${valueOf(node)}` };
  }
  const doc = docOf(node.docstring);
  if (isRecord) return { kind: 'type', ...doc, fields: [], methods: [], record: name };
  const { maker, ...members } = membersOf(declaration, sources);
  // How it is made is said by the docstring of the class. One that no program makes says nothing of it.
  const isMade = maker !== undefined && doc.said.size > 0;
  return { kind: 'class', ...doc, ...members, maker: isMade ? { ...maker, ...doc, text: '' } : undefined };
}
