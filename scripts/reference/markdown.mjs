import { format } from 'oxfmt';

/**
 * @typedef {object} Doc
 * @property {string} text Markdown, with `{@link name}` and `{@ref name}`.
 * @property {[string, string][]} parameters what it says of each, by its name, `options.name` too.
 * @property {string} returns
 * @property {string[]} throws
 *
 * @typedef {Doc & { name: string, type: string, isOptional?: boolean, given?: string, fields?: Field[] }} Field
 * @typedef {Doc & { name: string, signatures: string[] }} Call
 *
 * @typedef {object} Named
 * @property {string} entry the module that exports it.
 * @property {string} location where it is written, for messages.
 * @property {boolean} [isFunction]
 * @property {string} [record] the schema of the contract that it stands for.
 * @property {string[]} parents
 * @property {Field[]} fields
 * @property {Call[]} methods
 * @property {Call} [maker] the constructor, if programs call it.
 * @typedef {Call & Named} Item
 */

const LANGUAGES = {
  typescript: { fence: 'ts', throws: 'Throws', code: asTypeScript },
  python: { fence: 'python', throws: 'Raises', code: (text) => text },
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
    const { name, maker, parents, fields, methods } = item;
    const at = { item, file: this.#index.fileOf(name) };
    const parts = [
      `## ${headingOf(item)}`,
      parents.length > 0 && `Extends ${parents.map((parent) => this.#type(parent, at)).join(', ')}.`,
      ...(await this.#call(item, at)),
      ...(maker === undefined ? [] : await this.#call(maker, at)),
      maker && fields.length > 0 && '**Properties**',
      this.#fields(fields, at),
    ];
    for (const method of methods)
      parts.push(`### ${name}.${method.name}()`, ...(await this.#call(method, at)));
    return parts.filter(Boolean).join('\n\n');
  }

  async #call({ signatures, text, parameters, returns, throws }, at) {
    const codes = await Promise.all(signatures.map((signature) => this.#language.code(signature)));
    const names = new Set(signatures.join().match(/\b[A-Z]\w+\b/g));
    names.delete(at.item.name);
    const links = [...names].map((name) => this.#index.link(name, at)).filter(Boolean);
    const said = parameters.map(([name, about]) => `- **\`${name}\`**: ${sentence(this.#line(about, at))}`);
    return [
      codes.length > 0 && `\`\`\`${this.#language.fence}\n${codes.join('\n')}\n\`\`\``,
      links.length > 0 && `Types: ${links.join(', ')}`,
      this.#text(text, at),
      said.length > 0 && `**Parameters**\n\n${said.join('\n')}`,
      returns && `**Returns** ${sentence(this.#text(returns, at))}`,
      throws.length > 0 &&
        `**${this.#language.throws}**\n\n${throws.map((each) => `- ${this.#line(each, at)}`).join('\n')}`,
    ];
  }

  #fields(fields, at, depth = 0) {
    return fields
      .map(({ name, type, isOptional, given, text, fields: inner = [] }) => {
        const isTypeScript = this.#language.fence === 'ts';
        const mark = isOptional && isTypeScript ? '?' : '';
        const optional = isOptional && !isTypeScript ? ' (optional)' : '';
        const byDefault = given === undefined || /default/i.test(text) ? '' : ` Default \`${given}\`.`;
        const words = `${sentence(this.#line(text, at))}${byDefault}`;
        const line = `${'  '.repeat(depth)}- **\`${name}${mark}\`**${optional}: ${this.#type(type, at)}. ${words}`;
        return inner.length === 0 ? line : `${line}\n${this.#fields(inner, at, depth + 1)}`;
      })
      .join('\n');
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
    const isLink = (name) => /^[A-Z]\w/.test(name) && this.#index.link(name, at) !== undefined;
    return text
      .split(/\b([A-Z]\w+)\b/)
      .reduce((pieces, piece) => {
        const isApart = pieces.length === 0 || isLink(piece) || isLink(pieces.at(-1));
        return isApart ? [...pieces, piece] : [...pieces.slice(0, -1), pieces.at(-1) + piece];
      }, [])
      .map((piece) => (isLink(piece) ? this.#index.link(piece, at) : piece.replace(/\S(.*\S)?/, '`$&`')))
      .join('');
  }
}

/** @param {Item} item */
export function headingOf({ name, isFunction }) {
  return isFunction ? `${name}()` : name;
}

/** The anchor that GitHub makes of a heading. */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Broken into lines if it is long. A signature alone is no program, so it is put into one for that. */
async function asTypeScript(text) {
  if (text.length <= STYLE.printWidth) return text;
  if (text.startsWith('type ')) return (await formatted(text)).trim();
  const [, made, rest] = /^(new \w+)?([\s\S]*)$/.exec(text);
  const lines = await formatted(`declare class _ {\n${made ? 'constructor' : ''}${rest};\n}`);
  const whole = lines
    .trimEnd()
    .split('\n')
    .slice(1, -1)
    .map((line) => line.slice(2))
    .join('\n');
  return whole.replace(/;$/, '').replace(/^constructor/, made);
}

async function formatted(text) {
  const { code, errors } = await format('reference.ts', text, STYLE);
  if (errors.length > 0) throw new Error(errors[0].message);
  return code;
}
