import { format } from 'oxfmt';

/**
 * What a program can name.
 *
 * @typedef {object} Item
 * @property {string} entry the module that exports it.
 * @property {string} name
 * @property {string} location where it is written, for messages.
 * @property {'class' | 'interface' | 'type' | 'function' | 'fixture'} kind
 * @property {string} text what its docstring says, in Markdown, with `{@link name}` and `{@ref name}`.
 * @property {string} [code] its declaration, if it is a type.
 * @property {string} [record] the schema of the contract that it stands for.
 * @property {string[]} [parents]
 * @property {Member[]} fields
 * @property {Member[]} methods
 * @property {Member} [maker] the constructor, if programs call it.
 * @property {Member} [call] of a function.
 *
 * @typedef {object} Member
 * @property {string} name
 * @property {string} text what its docstring says.
 */

/** The words and the code of a language. */
const LANGUAGES = {
  typescript: { fence: 'ts', throws: 'Throws', code: asTypeScript, nothing: /^(void|Promise<void>|this)$/ },
  python: { fence: 'python', throws: 'Raises', code: (text) => text, nothing: /^None$/ },
};
const STYLE = { singleQuote: true, printWidth: 110 };

/** Writes items as Markdown. `index` says where everything stands that can be linked to. */
export class Writer {
  #language;
  #index;

  constructor(language, index) {
    this.#language = LANGUAGES[language];
    this.#index = index;
  }

  /** @param {Item} item @returns {Promise<string>} */
  async item(item) {
    const { name, call, maker, parents = [], code } = item;
    const at = { item, file: this.#index.fileOf(name) };
    const parts = [`## ${headingOf(item)}`];
    if (parents.length > 0)
      parts.push(`Extends ${parents.map((parent) => this.#type(parent, at)).join(', ')}.`);
    if (code !== undefined) parts.push(await this.#fenced([code]));
    if (call !== undefined) parts.push(...(await this.#call(call, at)));
    else parts.push(this.#text(item.text, at));
    if (maker !== undefined) parts.push(...(await this.#call(maker, at)));
    if (item.fields.length > 0) parts.push(maker && '**Properties**', this.#fields(item.fields, at));
    for (const method of item.methods)
      parts.push(`### ${name}.${method.name}()`, ...(await this.#call(method, at)));
    return parts.filter((part) => part).join('\n\n');
  }

  async #call(call, at) {
    const parameters = this.#parameters(call, at);
    const gives = this.#gives(call, at);
    return [
      await this.#fenced(call.signatures),
      this.#text(call.text, at),
      parameters && `**Parameters**\n\n${parameters}`,
      gives && `**Returns** ${gives}`,
      call.throws.length > 0 && `**${this.#language.throws}**\n\n${this.#throws(call, at)}`,
    ].filter((part) => part);
  }

  #parameters({ parameters: list, said }, at) {
    return list
      .filter(
        ({ name, type }) =>
          said.has(name) ||
          [...said.keys()].some((key) => key.startsWith(`${name}.`)) ||
          this.#index.names(type),
      )
      .map(({ name, type }) => {
        const inner = [...said].filter(([key]) => key.startsWith(`${name}.`));
        const shown = type.includes('{') ? '' : this.#type(type, at);
        const words = this.#line(said.get(name) ?? '', at);
        const lines = inner.map(
          ([key, text]) => `\n  - **\`${key.slice(name.length + 1)}\`**: ${this.#line(text, at)}`,
        );
        return `${`- **\`${name}\`**: ${joined(shown, words)}`.trimEnd()}${lines.join('')}`;
      })
      .join('\n');
  }

  #gives({ returns = '', gives }, at) {
    if (this.#language.nothing.test(returns) || returns === '') return gives && this.#text(gives, at);
    const type = returns.replace(/^(?:Promise<(.*)>|Awaitable\[(.*)\])$/, '$1$2');
    if (gives === '' && !this.#index.names(type)) return '';
    return joined(type.includes('{') ? '' : this.#type(type, at), this.#text(gives, at));
  }

  #throws({ throws }, at) {
    return throws
      .map(({ type, text }) => {
        const words = this.#line(text, at);
        return `- ${type === undefined ? words : `${this.#type(type, at)} ${words}`}`;
      })
      .join('\n');
  }

  #fields(fields, at, depth = 0) {
    return fields
      .map(({ name, type, isOptional, given, text, fields: inner = [] }) => {
        const mark = isOptional && this.#language.fence === 'ts' ? '?' : '';
        const optional = isOptional && mark === '' ? ' (optional)' : '';
        const byDefault = given === undefined || /default/i.test(text) ? '' : `Default \`${given}\`.`;
        const words = [this.#line(text, at), byDefault].filter((part) => part !== '').join(' ');
        const line = `${'  '.repeat(depth)}- **\`${name}${mark}\`**${optional}: ${joined(this.#type(type, at), words)}`;
        return inner.length === 0 ? line : `${line}\n${this.#fields(inner, at, depth + 1)}`;
      })
      .join('\n');
  }

  async #fenced(texts) {
    const codes = await Promise.all(texts.map((text) => this.#language.code(text)));
    return `\`\`\`${this.#language.fence}\n${codes.join('\n')}\n\`\`\``;
  }

  /** In a list. */
  #line(text, at) {
    return this.#text(text.replaceAll('\n', ' '), at);
  }

  #text(text, at) {
    return text.replaceAll(/\{@(link|ref) ([^}]+)\}/g, (_, tag, name) => {
      const link = this.#index.link(name, at);
      if (link === undefined && tag === 'link')
        throw new Error(`${at.item.location} links to ${name}, which is not there.`);
      return link ?? `\`${name}\``;
    });
  }

  /** A type whose names are links, as far as they stand in the reference. */
  #type(text, at) {
    return text
      .split(/\b([A-Z]\w+)\b/)
      .reduce((pieces, piece) => {
        const link = /^[A-Z]/.test(piece) ? this.#index.link(piece, at) : undefined;
        const last = pieces.at(-1);
        if (link !== undefined) return [...pieces, { link }];
        if (last?.code === undefined) return [...pieces, { code: piece }];
        return [...pieces.slice(0, -1), { code: last.code + piece }];
      }, [])
      .map(
        ({ link, code }) =>
          link ??
          code.replace(/^(\s*)(.*?)(\s*)$/, (_, before, inner, after) =>
            inner === '' ? `${before}${after}` : `${before}\`${inner}\`${after}`,
          ),
      )
      .join('');
  }
}

/** @param {Item} item */
export function headingOf({ name, kind }) {
  return kind === 'function' ? `${name}()` : name;
}

/** The anchor that GitHub makes of a heading. */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

function joined(type, words) {
  if (type === '' || words === '') return type || words;
  return `${type}. ${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

async function formatted(text) {
  const { code, errors } = await format('reference.ts', text, STYLE);
  if (errors.length > 0) throw new Error(errors[0].message);
  return code;
}

/** Broken into lines as the sources are, if it is long. A signature alone is no program, so it is put into one for that. */
async function asTypeScript(text) {
  if (text.length <= STYLE.printWidth) return text;
  if (text.startsWith('type ')) return (await formatted(text)).trim();
  const [, made, rest] = /^(new \w+)?([\s\S]*)$/.exec(text);
  const member = made === undefined ? rest : `constructor${rest}`;
  const lines = (await formatted(`declare class _ {\n${member};\n}`)).trimEnd().split('\n').slice(1, -1);
  const whole = lines
    .map((line) => line.slice(2))
    .join('\n')
    .replace(/;$/, '');
  return made === undefined ? whole : whole.replace('constructor', made);
}
