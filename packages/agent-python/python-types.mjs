const KEYWORDS = new Set('and as class from global import in is not or pass with'.split(' '));
const CONSTANTS = { null: 'None', true: 'True', false: 'False' };

/** How types are spelled. */
export const PYTHON = {
  names: {
    string: 'str',
    integer: 'int',
    number: 'float',
    boolean: 'bool',
    null: 'None',
    object: 'dict',
    unknown: 'object',
  },
  literals: (values) => {
    const texts = values.map((value) => JSON.stringify(value));
    return `Literal[${texts.map((text) => CONSTANTS[text] ?? text).join(', ')}]`;
  },
  list: (item) => `list[${item}]`,
  record: (value) => `dict[str, ${value}]`,
};

/**
 * JSON Schemas as types of Python: a TypedDict for each object, an alias for everything else.
 *
 * @param {Record<string, object>} schemas by the names that `$ref`s have.
 * @returns {string} a module for Python 3.11.
 */
export function pythonTypes(schemas) {
  const module = new Module(Object.keys(schemas));
  for (const [name, schema] of Object.entries(schemas)) module.declare(name, schema);
  return module.text();
}

class Module {
  #classes = [];
  #aliases = [];
  #taken;

  constructor(names) {
    this.#taken = new Set(names);
  }

  declare(name, schema) {
    const fields = Object.keys(schema.properties ?? {});
    // A class cannot have such a field.
    if (fields.some((field) => KEYWORDS.has(field))) this.#alias(name, PYTHON.record(PYTHON.names.unknown));
    else if (fields.length > 0 && schema.type === 'object') this.#declareRecord(name, schema);
    else this.#alias(name, this.#typeOf(schema, name));
  }

  #alias(name, type) {
    this.#aliases.push(`${name}: TypeAlias = '${type}'`);
  }

  text() {
    return [
      '"""What an agent sends and gets, as the contracts of the service say it."""\n',
      'from __future__ import annotations\n',
      'from typing import Literal, NotRequired, TypeAlias, TypedDict\n',
      // An alias is a text that is read when it is used, so it may come before what it names.
      `${this.#aliases.join('\n')}\n`,
      ...this.#classes,
    ].join('\n');
  }

  #declareRecord(name, { description, properties, required = [] }) {
    // Its place is kept: what stands in it comes behind it.
    const place = this.#classes.push('') - 1;
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.#typeOf(schema, name + pascal(field));
      return `${commentOf(schema)}    ${field}: ${required.includes(field) ? type : `NotRequired[${type}]`}\n`;
    });
    const docstring = description === undefined ? '' : `    """${sentence(description)}"""\n\n`;
    this.#classes[place] = `\nclass ${name}(TypedDict):\n${docstring}${fields.join('')}`;
  }

  /** A name for an object that stands in another one. */
  #free(name) {
    const free = this.#taken.has(name) ? this.#free(`${name}Fields`) : name;
    this.#taken.add(free);
    return free;
  }

  #typeOf(schema, name) {
    if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1);
    if ('const' in schema) return PYTHON.literals([schema.const]);
    if (schema.enum !== undefined) return PYTHON.literals(schema.enum);
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices !== undefined && schema.properties === undefined)
      return union(choices.map((choice, index) => this.#typeOf(choice, `${name}${index || ''}`)));
    const types = [schema.type ?? 'unknown'].flat();
    return union(types.map((type) => this.#plainType(type, schema, name)));
  }

  #plainType(type, schema, name) {
    if (type === 'array') return PYTHON.list(this.#typeOf(schema.items ?? {}, `${name}Item`));
    if (type !== 'object') return PYTHON.names[type];
    if (schema.properties !== undefined) {
      const free = this.#free(name);
      this.#declareRecord(free, schema);
      return free;
    }
    const { additionalProperties: values } = schema;
    return PYTHON.record(
      typeof values === 'object' ? this.#typeOf(values, `${name}Value`) : PYTHON.names.unknown,
    );
  }
}

function union(types) {
  return [...new Set(types)].join(' | ');
}

function commentOf({ description }) {
  if (description === undefined) return '';
  return sentence(description).replaceAll(/(.{1,103})(?: |$)/g, '    # $1\n');
}

function sentence(text) {
  return text.replaceAll(/\s+/g, ' ').replaceAll('\\', '\\\\').trim();
}

function pascal(name) {
  return name
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}
