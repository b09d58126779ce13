import { dereference, METHODS } from './document.js';
import type { OperationObject, Parameter } from './document.js';
import { document } from './generated/document.js';

/** An operation of the document, for tests over all of them. */
export interface Described {
  /** Such as `GET /api/agent/me`. */
  name: string;
  /** The keys in the document that lead to it. */
  keys: string[];
  operation: OperationObject;
  /** The operation's parameters and those of its path. */
  parameters: Parameter[];
}

/** The operations that the service answers. */
export const calls = describedIn('paths');
/** The operations that the service calls at a webhook. */
export const deliveries = describedIn('webhooks');
export const everything = [...calls, ...deliveries];

/** For `it.each`. */
export function byName(list: Described[]): [string, Described][] {
  return list.map((entry) => [entry.name, entry]);
}

function describedIn(location: 'paths' | 'webhooks'): Described[] {
  return Object.entries(document[location]).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      return {
        name: `${method.toUpperCase()} ${path}`,
        keys: [location, path, method],
        operation,
        parameters: parameters.map((parameter) => dereference<Parameter>(document, parameter)),
      };
    }),
  );
}
