/** How types are spelled. */
export const TYPESCRIPT = {
  names: { integer: 'number' },
  literals: (values) => values.map((value) => JSON.stringify(value).replaceAll('"', "'")).join(' | '),
  list: (item) => (/[ |]/.test(item) ? `(${item})[]` : `${item}[]`),
  record: (value) => `Record<string, ${value}>`,
};

/**
 * The fields of a record of the contract. An object within it has its own, unless its type is public.
 *
 * @param {object} record its schema.
 * @param {{ schemas?: Record<string, object>, isPublic?: (name: string) => boolean, spelling?: typeof TYPESCRIPT }} of
 *   what it refers to, and in which language.
 * @returns {{ name: string, type: string, isOptional: boolean, text: string, fields: object[] }[]}
 */
export function contractFields(record, { schemas = {}, isPublic = () => false, spelling = TYPESCRIPT } = {}) {
  const named = (type) => spelling.names[type] ?? type;
  const referred = ({ $ref }) => $ref?.split('/').at(-1);
  const resolved = ({ $ref, ...own }) =>
    $ref === undefined ? own : { ...resolved(schemas[referred({ $ref })]), ...own };
  const publicName = (schema) => {
    const name = referred(schema);
    return name === undefined || isPublic(name) ? name : publicName(schemas[name]);
  };
  const fieldsOf = ({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, schema]) => {
      const { description = '', ...whole } = resolved(schema);
      const text = `${description.replaceAll(/\s+/g, ' ').trim()} ${boundsOf(whole)}`.trim();
      return { name, ...typeOf(schema), isOptional: !required.includes(name), text };
    });
  const typeOf = (schema) => {
    const name = publicName(schema);
    const whole = resolved(schema);
    const types = [whole.type ?? 'unknown'].flat();
    if (name !== undefined)
      return union([{ type: name }, ...(types.includes('null') ? [{ type: named('null') }] : [])]);
    const values = 'const' in whole ? [whole.const] : whole.enum;
    if (values !== undefined) return union([{ type: spelling.literals(values) }]);
    const choices = whole.oneOf ?? whole.anyOf;
    return union(choices?.map(typeOf) ?? types.map((type) => plain(type, whole)));
  };
  const plain = (type, { items = {}, properties, additionalProperties: values, ...rest }) => {
    if (type === 'array') {
      const { type: item, fields } = typeOf(items);
      return { type: spelling.list(item), fields };
    }
    if (type !== 'object') return { type: named(type) };
    if (properties !== undefined) return { type: named(type), fields: fieldsOf({ properties, ...rest }) };
    const { type: value, fields } = typeOf(typeof values === 'object' ? values : {});
    return { type: spelling.record(value), fields };
  };
  return fieldsOf(record);
}

/** As a list in Markdown. `linked` writes a type. */
export function fieldList(fields, linked = (type) => `\`${type}\``, indent = '') {
  return fields
    .map(({ name, type, isOptional, text, fields: inner }) => {
      const line = `${indent}- **\`${name}${isOptional ? '?' : ''}\`**: ${linked(type)}. ${text}`.trimEnd();
      return inner.length === 0 ? line : `${line}\n${fieldList(inner, linked, `${indent}  `)}`;
    })
    .join('\n');
}

function union(choices) {
  const types = new Set(choices.map(({ type }) => type));
  return { type: [...types].join(' | '), fields: choices.flatMap(({ fields = [] }) => fields) };
}

function boundsOf(schema) {
  const parts = [
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    range(schema.minimum, schema.maximum, ''),
    schema.format === 'date-time' ? 'A time as in RFC 3339.' : '',
    'const' in schema ? 'Always this.' : '',
    schema.default === undefined ? '' : `Default \`${JSON.stringify(schema.default)}\`.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function range(least, most, unit) {
  const [from, to] = [least, most].map((number) => number?.toLocaleString('en'));
  if (most !== undefined) return least ? `${from} to ${to}${unit}.` : `At most ${to}${unit}.`;
  return least ? `At least ${from}${unit}.` : '';
}
