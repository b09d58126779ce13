import { readFileSync } from 'node:fs';
import { parser } from '@lezer/python';

/**
 * The declarations of a module of Python, and from where it imports names.
 *
 * @param {string} path
 * @returns {{ declared: Map<string, Declaration>, imported: Map<string, string> }}
 */
export function readModule(path) {
  const text = readFileSync(path, 'utf8');
  const root = new Syntax(parser.parse(text).topNode, text);
  const broken = root.broken;
  if (broken !== undefined) throw new Error(`${path} could not be parsed: ${broken.text}`);
  const declared = new Map();
  const imported = new Map();
  for (const declaration of declarationsIn(root)) {
    const { node } = declaration;
    if (node.kind === 'ImportStatement') {
      const [, module, names] = /^from ([\w.]+) import \(?([\s\S]*?)\)?$/.exec(node.text) ?? [];
      for (const name of names?.match(/\w+/g) ?? []) imported.set(name, module);
    } else if (node.declares !== undefined) declared.set(node.declares, declaration);
  }
  return { declared, imported };
}

/**
 * The statements of a module, a class or a function, each with what stands before it and behind it.
 *
 * @typedef {{ node: Syntax, decorators: string[], comment: string, docstring: string }} Declaration
 * @returns {Declaration[]}
 */
export function declarationsIn(block) {
  const found = [];
  let comments = [];
  for (const child of block.children) {
    if (child.kind === 'Comment') {
      comments.push(child.text);
      continue;
    }
    const string = child.string;
    if (string !== undefined && found.length > 0) found.at(-1).docstring = string;
    else if (string === undefined && child.kind !== ':') found.push(declarationOf(child, comments));
    comments = [];
  }
  return found;
}

function declarationOf(child, comments) {
  const isDecorated = child.kind === 'DecoratedStatement';
  const about = comments.filter((text) => text.startsWith('#:')).map((text) => text.slice(2).trim());
  return {
    node: isDecorated ? child.children.at(-1) : child,
    decorators: isDecorated ? child.all('Decorator').map(({ text }) => text.trim()) : [],
    comment: about.join('\n'),
    docstring: '',
  };
}

/** A node of the syntax tree with its text. */
class Syntax {
  #node;
  #source;

  constructor(node, source) {
    this.#node = node;
    this.#source = source;
  }

  get kind() {
    return this.#node.name;
  }

  get text() {
    return this.#source.slice(this.#node.from, this.#node.to);
  }

  get children() {
    const found = [];
    for (let child = this.#node.firstChild; child !== null; child = child.nextSibling)
      found.push(new Syntax(child, this.#source));
    return found;
  }

  all(kind) {
    return this.children.filter((child) => child.kind === kind);
  }

  get broken() {
    if (this.#node.type.isError) return this;
    for (const child of this.children) if (child.broken !== undefined) return child.broken;
    return undefined;
  }

  /** The name of a function, a class or a variable that this statement declares. */
  get declares() {
    if (!/^(FunctionDefinition|ClassDefinition|AssignStatement)$/.test(this.kind)) return undefined;
    return this.all('VariableName')[0]?.text;
  }

  get body() {
    return this.all('Body')[0];
  }

  /** The text of a string that stands alone, such as a docstring. */
  get string() {
    const [only] = this.kind === 'ExpressionStatement' ? this.children : [];
    return only?.kind === 'String' ? only.text : undefined;
  }

  /** The docstring of a function or a class. */
  get docstring() {
    return this.body.children[1]?.string ?? '';
  }

  /** What a function returns. */
  get gives() {
    return this.all('TypeDef')[0]?.text.replace(/^->\s*/, '');
  }

  get isAsync() {
    return this.text.startsWith('async ');
  }

  /** The parameters of a function, with the marks `*` and `/` among them. */
  get parameters() {
    const list = this.all('ParamList')[0].text.slice(1, -1);
    return topLevel(list).map((text) => {
      const [, name, type] = /^(\**\w*)\s*(?::\s*([\s\S]*?))?(?:\s*=[\s\S]*)?$/.exec(text) ?? [];
      return { text, name: name?.replace(/^\**/, '') || text, type };
    });
  }
}

/** The parts of a list between its commas, but for those within brackets and strings. */
function topLevel(list) {
  const parts = [''];
  let depth = 0;
  for (const [token] of list.matchAll(/"[^"]*"|[\s\S]/g)) {
    if ('([{'.includes(token)) depth += 1;
    if (')]}'.includes(token)) depth -= 1;
    if (token === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.replaceAll(/\s+/g, ' ').trim()).filter((part) => part !== '');
}
