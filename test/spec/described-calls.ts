import { dereference, METHODS } from '@svc/http-contract';
import type { OpenApiDocument, OperationObject, Parameter, Schema } from '@svc/http-contract';

/** Calls under way at once. */
const CALLS_AT_ONCE = 12;

/** The kinds of ids, by how they begin. A trigger's id begins like nothing else does. */
export type IdKind = 'trigger' | (typeof ID_PREFIXES)[number];
const ID_PREFIXES = [
  ...(['agt', 'aud', 'conv', 'dec', 'ers', 'evt', 'exp', 'inv'] as const),
  ...(['key', 'msg', 'pat', 'rpl', 'rul', 'run', 'tsk'] as const),
];

/** Where a call names a thing. */
export interface IdParameter {
  in: 'path' | 'query' | 'body';
  name: string;
  kind: IdKind;
}

/** An operation of the document. */
export interface DescribedCall {
  operationId: string;
  /** In capitals. */
  method: string;
  /** With its parameters in braces. */
  path: string;
  /** Whose credentials it takes; `public` for those of nobody. */
  api: 'agent' | 'client' | 'public';
  isInteractiveOnly: boolean;
  parameters: Parameter[];
  idParameters: IdParameter[];
  /** The schema of its body; undefined if it takes none. */
  bodySchema: Schema | undefined;
  /** The first body that the document shows. */
  bodyExample: unknown;
  /** The fields that its body may leave out, and for which null is no value of its own. */
  optionalFields: string[];
}

/**
 * All operations of a document.
 *
 * @throws if one of them names a thing by an id of a kind that is not known here, or takes credentials that are not known.
 */
export function describedCalls(document: OpenApiDocument): DescribedCall[] {
  return Object.entries(document.paths).flatMap(([path, item]) => {
    const unknown = Object.keys(item).filter((key) => key !== 'parameters' && !isMethod(key));
    if (unknown.length > 0) throw new Error(`${path} has ${unknown.join()}, which no test knows`);
    return METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const listed = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const parameters = listed.map((each) => dereference<Parameter>(document, each));
      const content = operation.requestBody?.content['application/json'];
      const bodySchema = content && dereference<Schema>(document, content.schema);
      const [example] = Object.values(content?.examples ?? {});
      return {
        operationId: operation.operationId,
        method: method.toUpperCase(),
        path,
        api: apiOf(operation),
        isInteractiveOnly: operation['x-interactive-only'] === true,
        parameters,
        idParameters: [...idsInParameters(parameters), ...idsInBody(bodySchema)],
        bodySchema,
        bodyExample: example === undefined ? content?.example : example.value,
        optionalFields: bodySchema === undefined ? [] : optionalFieldsOf(document, bodySchema),
      };
    });
  });
}

function optionalFieldsOf(document: OpenApiDocument, { required = [], properties = {} }: Schema): string[] {
  const hasNull = ({ type, anyOf }: Schema) => JSON.stringify([type, anyOf]).includes('"null"');
  return Object.entries(properties as Record<string, Schema>)
    .filter(([name]) => !(required as string[]).includes(name))
    .filter(([, member]) => !hasNull(dereference<Schema>(document, member)))
    .map(([name]) => name);
}

function isMethod(key: string): boolean {
  return (METHODS as readonly string[]).includes(key);
}

function apiOf({ operationId, security }: OperationObject): DescribedCall['api'] {
  const schemes = security.flatMap((each) => Object.keys(each)).sort();
  switch (schemes.join()) {
    case '':
      return 'public';
    case 'agentId,agentSecret':
    case 'agentBearer,agentId,agentSecret':
      return 'agent';
    case 'bearerToken,sessionCookie':
      return 'client';
    default:
      throw new Error(`${operationId} takes ${schemes.join(', ')}, which no test knows`);
  }
}

function idsInParameters(parameters: Parameter[]): IdParameter[] {
  return parameters.flatMap(({ in: location, name, schema }) => {
    if (location === 'header' && name === 'Idempotency-Key') return [];
    if (location !== 'path' && location !== 'query')
      throw new Error(`No test knows parameters in ${location}`);
    const kind = kindOf(name, schema);
    // Whatever stands in a path names a thing.
    if (kind === null && location === 'path') throw new Error(`No test knows what {${name}} is`);
    return kind === null ? [] : [{ in: location, name, kind }];
  });
}

function idsInBody(schema: Schema | undefined): IdParameter[] {
  return Object.entries((schema?.['properties'] ?? {}) as Record<string, Schema>).flatMap(
    ([name, member]) => {
      const kind = kindOf(name, member);
      return kind === null ? [] : [{ in: 'body' as const, name, kind }];
    },
  );
}

/** `null` for what is no id. */
function kindOf(name: string, { pattern }: Schema): IdKind | null {
  if (name === 'trigger_id') return 'trigger';
  // One call takes the id of a run as any text, since its path names the run already.
  const prefix = /^\^([a-z]+)_\[/.exec(String(pattern))?.[1] ?? (name === 'run_id' ? 'run' : undefined);
  const kind = ID_PREFIXES.find((each) => each === prefix);
  if (kind !== undefined) return kind;
  if (prefix !== undefined || name.endsWith('_id')) throw new Error(`No test knows the ids of ${name}`);
  return null;
}

/** Where a call goes: with these ids in its path, and where nothing else is said, with what the document shows in its query. */
export function addressOf(
  call: DescribedCall,
  idAt: (parameter: IdParameter) => string,
  query: Record<string, string> = {},
): string {
  const inPath = call.idParameters.filter((parameter) => parameter.in === 'path');
  const path = inPath.reduce((text, each) => text.replace(`{${each.name}}`, idAt(each)), call.path);
  // What a call cannot do without and is no id.
  const needed = call.parameters.filter((each) => each.in === 'query' && each.required === true);
  const shown = Object.fromEntries(needed.map(({ name, example }) => [name, String(example)]));
  return `${path}?${new URLSearchParams({ ...shown, ...query }).toString()}`;
}

/** The same id or secret but for its last character. */
export function nearly(text: string): string {
  return text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');
}

/** Does it for all items, some at once. */
export async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += CALLS_AT_ONCE)
    await Promise.all(items.slice(start, start + CALLS_AT_ONCE).map(work));
}
