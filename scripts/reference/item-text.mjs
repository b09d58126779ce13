import { fieldList } from './contract-fields.mjs';

/**
 * `entry` is the module that exports it, `record` the schema of the contract that it stands for. Docstrings are
 * TSDoc; of its tags they have `@param`, `@returns`, `@throws` and `{@link}`.
 *
 * @typedef {{ name: string, doc: string, signatures: string[] }} Call
 * @typedef {{ name: string, type: string, isOptional?: boolean, doc: string }} Field
 * @typedef {Call & { entry: string, isFunction?: boolean, record?: string, parents: string[],
 *   fields: Field[], methods: Call[] }} Item
 */

/**
 * An item as Markdown. Throws if something of it has no docstring.
 *
 * @param {Item} item
 * @param {{ fence: string, throws: string, contractFieldsOf: (record: string) => object[], link: (name: string, item: Item) => string | undefined }} options
 */
export function itemText(item, { fence, throws, contractFieldsOf, link }) {
  const linkTo = (name) => link(name, item) ?? `\`${name}\``;
  const linksIn = (text) =>
    [...new Set(text.match(/\b[A-Z]\w+\b/g))]
      .filter((name) => name !== item.name && link(name, item) !== undefined)
      .map(linkTo);
  const linkedType = (type) => {
    const links = linksIn(type);
    return links[0] === linkTo(type) ? links[0] : [`\`${type}\``, ...links].join(', ');
  };
  const linked = (doc) => {
    if (doc === '') throw new Error(`Something of ${item.name} (${item.entry}) has no docstring.`);
    return doc.replaceAll(/\{@link ([^}]+)\}/g, (_, name) => linkTo(name));
  };
  const callText = ({ signatures, doc }) => {
    const types = linksIn(signatures.join());
    return [
      signatures.length > 0 && `\`\`\`${fence}\n${signatures.join('\n')}\n\`\`\``,
      types.length > 0 && `Types: ${types.join(', ')}`,
      linked(tagged(doc, throws)),
    ];
  };
  const fields = item.fields.map((field) => ({ ...field, text: linked(oneLine(field.doc)), fields: [] }));
  return [
    `## ${headingOf(item)}`,
    item.parents.length > 0 && `Extends ${item.parents.map(linkedType).join(', ')}.`,
    ...callText(item),
    item.signatures.length > 0 && fields.length > 0 && '**Properties**',
    fieldList(item.record === undefined ? fields : contractFieldsOf(item.record), linkedType),
    ...item.methods.flatMap((method) => [`### ${item.name}.${method.name}()`, ...callText(method)]),
  ]
    .filter(Boolean)
    .join('\n\n');
}

export function headingOf({ name, isFunction }) {
  return isFunction ? `${name}()` : name;
}

/** The tags behind a text, as lists with titles. */
function tagged(doc, throws) {
  const [text, ...tags] = doc.split(/^@(?=(?:param|returns|throws) )/m);
  const of = (kind) =>
    tags.filter((tag) => tag.startsWith(kind)).map((tag) => oneLine(tag.slice(kind.length)));
  const parameters = of('param').map((about) => about.replace(/^(\S+)/, '**`$1`**:'));
  const errors = of('throws').map((about) => about.replace(/^\{(\w+)\}/, '{@link $1}'));
  return [
    text.trim(),
    list('Parameters', parameters),
    ...of('returns').map((about) => `**Returns** ${about}`),
    list(throws, errors),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function list(title, lines) {
  return lines.length === 0 ? '' : `**${title}**\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

function oneLine(text) {
  return text.replaceAll(/\s+/g, ' ').trim();
}
