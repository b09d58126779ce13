const SPELLINGS = {
  typescript: {
    ...{ string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' },
    ...{ object: 'object', any: 'unknown' },
    literals: (values) =>
      values.map((value) => (typeof value === 'string' ? `'${value}'` : value)).join(' | '),
    list: (item) => (/[ |]/.test(item) ? `(${item})[]` : `${item}[]`),
    map: (value) => `Record<string, ${value}>`,
  },
  python: {
    ...{ string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' },
    ...{ object: 'dict', any: 'object' },
    literals: (values) => `Literal[${values.map(pythonLiteral).join(', ')}]`,
    list: (item) => `list[${item}]`,
    map: (value) => `dict[str, ${value}]`,
  },
};

/**
 * The fields of a record of the contract. An object within it has its own, unless its type is public.
 *
 * @param {{ schemas: Record<string, object>, language: 'typescript' | 'python', isPublic: (name: string) =>
 *   boolean }} from
 * @param {string} record
 * @returns {{ name: string, type: string, isOptional: boolean, text: string, fields: object[] }[]}
 */
export function contractFields({ schemas, language, isPublic }, record) {
  const spelling = SPELLINGS[language];
  const fieldsOf = ({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, schema]) => {
      const { inner, ...whole } = resolved(schema);
      const { type, fields } = typeOf(inner === undefined ? whole : { ...whole, $ref: inner });
      const text = [sentence(whole.description), boundsOf(whole)].filter((part) => part !== '').join(' ');
      return { name, type, fields, isOptional: !required.includes(name), text };
    });
  /** With what it refers to. `inner` names that if programs can. */
  const resolved = ({ $ref, ...own }) => {
    if ($ref === undefined) return own;
    const name = $ref.split('/').at(-1);
    const target = resolved(schemas[name]);
    return { ...target, ...own, ...(isPublic(name) ? { inner: name } : {}) };
  };
  const typeOf = (schema) => {
    const name = schema.$ref?.split('/').at(-1);
    if (name !== undefined && isPublic(name)) {
      const mayBeNull = [schemas[name].type].flat().includes('null');
      return { type: mayBeNull ? `${name} | ${spelling.null}` : name, fields: [] };
    }
    const { $ref: _, ...whole } = schema.$ref === undefined ? schema : resolved(schema);
    if ('const' in whole) return { type: spelling.literals([whole.const]), fields: [] };
    if (whole.enum !== undefined) {
      const values = whole.enum.filter((value) => value !== null);
      const nulls = values.length < whole.enum.length ? [spelling.null] : [];
      return { type: union([spelling.literals(values), ...nulls]), fields: [] };
    }
    const choices =
      (whole.oneOf ?? whole.anyOf)?.map(typeOf) ??
      [whole.type ?? 'any'].flat().map((type) => plain(type, whole));
    return { type: union(choices.map(({ type }) => type)), fields: choices.flatMap(({ fields }) => fields) };
  };
  const plain = (type, schema) => {
    if (type === 'array') {
      const { type: item, fields } = typeOf(schema.items ?? {});
      return { type: spelling.list(item), fields };
    }
    if (type !== 'object' || schema.properties !== undefined)
      return { type: spelling[type], fields: type === 'object' ? fieldsOf(schema) : [] };
    const values = schema.additionalProperties;
    const { type: value, fields } = typeOf(typeof values === 'object' ? values : {});
    return { type: spelling.map(value), fields };
  };
  return fieldsOf(schemas[record]);
}

function pythonLiteral(value) {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' ? `"${value}"` : value;
}

function union(types) {
  return [...new Set(types)].join(' | ');
}

function sentence(text = '') {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function boundsOf(schema) {
  const parts = [
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minItems, schema.maxItems, 'items'),
    range(schema.minimum, schema.maximum, ''),
    schema.format === 'date-time' ? 'A time as in RFC 3339.' : '',
    'const' in schema ? 'Always this.' : '',
    schema.default === undefined ? '' : `Default \`${JSON.stringify(schema.default)}\`.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function range(least, most, unit) {
  const number = (value) => value.toLocaleString('en');
  const end = unit === '' ? '.' : ` ${unit}.`;
  if (most !== undefined)
    return least ? `${number(least)} to ${number(most)}${end}` : `At most ${number(most)}${end}`;
  return least ? `At least ${number(least)}${end}` : '';
}
