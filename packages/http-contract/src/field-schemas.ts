import { dereference } from './document.js';
import type { Schema } from './document.js';
import { document } from './generated/document.js';
import type { OperationId } from './operation-types.js';
import { operationsById } from './operations.js';

/**
 * The schema of what a call takes under a name, in its body, its query or its path, with its description. It stands by itself: what the document refers to is in it, and
 * the document's own keywords (`x-…`) are not.
 *
 * @throws if the call takes nothing under the name.
 */
export function fieldSchema(operationId: OperationId, name: string): Schema {
  const operation = operationsById.get(operationId);
  const parameter = operation?.parameters.find((each) => each.name === name && each.in !== 'header');
  if (parameter !== undefined) {
    const described = { ...parameter.schema, description: parameter.description };
    return standingAlone(described) as Schema;
  }
  const media = operation?.object.requestBody?.content['application/json'];
  const body = media === undefined ? {} : dereference<Schema>(document, media.schema);
  const field = (body['properties'] as Record<string, Schema> | undefined)?.[name];
  if (field === undefined) throw new Error(`${operationId} takes no ${name}`);
  return standingAlone(field) as Schema;
}

function standingAlone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(standingAlone);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) {
    const { $ref, ...beside } = value as { $ref: string };
    return standingAlone({ ...dereference<object>(document, { $ref }), ...beside });
  }
  const { type, ...rest } = Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !key.startsWith('x-') && member !== undefined)
      .map(([key, member]) => [key, standingAlone(member)]),
  );
  if (type === undefined) return rest;
  // Some who read schemas know only one type for a value.
  if (!Array.isArray(type)) return { type, ...rest };
  return { ...rest, anyOf: type.map((each: unknown) => ({ type: each })) };
}
