const SIMPLE = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };

/**
 * The fields of a record of the contract, as TypeScript spells their types. An object within it has its own,
 * unless its type is public.
 *
 * @param {object} record its schema.
 * @param {{ schemas?: Record<string, object>, isPublic?: (name: string) => boolean }} of what it refers to.
 * @returns {{ name: string, type: string, isOptional: boolean, text: string, fields: object[] }[]}
 */
export function contractFields(record, { schemas = {}, isPublic = () => false } = {}) {
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
    if (name !== undefined) return union([{ type: name }, ...(types.includes('null') ? [NULL] : [])]);
    const values = 'const' in whole ? [whole.const] : whole.enum;
    if (values !== undefined) return union(values.map((value) => ({ type: literal(value) })));
    const choices = whole.oneOf ?? whole.anyOf;
    return union(choices?.map(typeOf) ?? types.map((type) => plain(type, whole)));
  };
  const plain = (type, { items = {}, properties, additionalProperties: values, ...rest }) => {
    if (type === 'array') {
      const { type: item, fields } = typeOf(items);
      return { type: /[ |]/.test(item) ? `(${item})[]` : `${item}[]`, fields };
    }
    if (type !== 'object') return { type: SIMPLE[type] ?? type };
    if (properties !== undefined) return { type, fields: fieldsOf({ properties, ...rest }) };
    const { type: value, fields } = typeOf(typeof values === 'object' ? values : {});
    return { type: `Record<string, ${value}>`, fields };
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

const NULL = { type: 'null' };

function literal(value) {
  return typeof value === 'string' ? `'${value}'` : String(value);
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
