import { dereference, takesNull } from './document.js';
import type { Schema } from './document.js';
import { document } from './generated/document.js';
import type { components } from './generated/types.js';

type Schemas = components['schemas'];

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** What a field of a view is made of: names in camel case, moments as `Date`. */
type Viewed<T> = T extends readonly (infer Item)[]
  ? readonly Viewed<Item>[]
  : T extends object
    ? { readonly [Key in keyof T as CamelCase<Key>]: Viewed<T[Key]> | Absent<T[Key]> }
    : string extends T
      ? T | Date
      : T;

/** All fields, so that one of another name is noticed. `null` also for what may be left out. */
type ViewedRecord<T> = {
  readonly [Key in keyof T as CamelCase<Key>]-?: Viewed<T[Key]> | Absent<T[Key]>;
};

type Absent<T> = undefined extends T ? null | undefined : never;

/**
 * A record as a schema of the document shows it: its fields in their order and no others, moments as texts.
 * A field that is `null` and may not be is left out.
 */
export function viewOf<Name extends keyof Schemas>(
  name: Name,
  record: ViewedRecord<Schemas[Name]>,
): Schemas[Name] {
  return shown(document.components.schemas[name] as Schema, record) as Schemas[Name];
}

function shown(schema: Schema, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  const { items, fields } = partsOf(schema);
  if (Array.isArray(value)) return items === null ? value : value.map((each) => shown(items, each));
  if (fields === null) return value;
  const view: Record<string, unknown> = {};
  for (const { name, key, field, isNullable } of fields) {
    const given = (value as Record<string, unknown>)[key];
    if (given !== undefined && (given !== null || isNullable)) view[name] = shown(field, given);
  }
  return view;
}

interface SchemaParts {
  items: Schema | null;
  /** `null` for an object with any names. */
  fields: { name: string; key: string; field: Schema; isNullable: boolean }[] | null;
}

const known = new WeakMap<Schema, SchemaParts>();

function partsOf(schema: Schema): SchemaParts {
  let parts = known.get(schema);
  if (parts === undefined) {
    const { anyOf } = schema as { anyOf?: Schema[] };
    const described = anyOf?.find((branch) => branch['type'] !== 'null') ?? schema;
    const { items = null, properties } = dereference<Schema>(document, described) as {
      items?: Schema;
      properties?: Record<string, Schema>;
    };
    const fields = properties && Object.entries(properties).map(([name, field]) => fieldOf(name, field));
    parts = { items, fields: fields ?? null };
    known.set(schema, parts);
  }
  return parts;
}

function fieldOf(name: string, field: Schema) {
  const key = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return { name, key, field, isNullable: takesNull(document, field) };
}
