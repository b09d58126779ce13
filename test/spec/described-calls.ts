import SwaggerParser from '@apidevtools/swagger-parser';
import { document } from '@svc/http-contract';
import type { OperationId, OperationObject, Parameter, ResponseObject, Schema } from '@svc/http-contract';

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
  operationId: OperationId;
  /** In capitals. */
  method: string;
  /** With its parameters in braces. */
  path: string;
  /** Whose credentials it takes; `public` for those of nobody. */
  api: 'agent' | 'client' | 'public';
  /** Of the keys of a person that open it. */
  apiKeyScope: string | undefined;
  parameters: Parameter[];
  idParameters: IdParameter[];
  /** The schema of its body; undefined if it takes none. */
  bodySchema: Schema | undefined;
  /** The first body that the document shows. */
  bodyExample: unknown;
  /** The fields that its body may leave out, and for which null is no value of its own. */
  optionalFields: string[];
  /** The schema of what it answers with 200. */
  answer: Schema | undefined;
}

/** The document with what its references name in their place. */
const whole = (await SwaggerParser.dereference(structuredClone(document) as never)) as unknown as Whole;
type Whole = { paths: Record<string, { parameters?: Parameter[] } & Record<string, OperationObject>> };

/** All operations. Throws if one names a thing by an id, or takes credentials, of a kind that is not known here. */
export const CALLS: readonly DescribedCall[] = Object.entries(whole.paths).flatMap(
  ([path, { parameters: ofPath = [], ...operations }]) =>
    Object.entries(operations).map(([method, operation]) => {
      const parameters = [...ofPath, ...((operation.parameters ?? []) as Parameter[])];
      const content = operation.requestBody?.content['application/json'];
      const [example] = Object.values(content?.examples ?? {});
      const ok = operation.responses['200'] as ResponseObject | undefined;
      return {
        operationId: operation.operationId as OperationId,
        method: method.toUpperCase(),
        path,
        api: apiOf(operation),
        apiKeyScope: operation['x-api-key-scope'],
        parameters,
        idParameters: [...idsInParameters(parameters), ...idsInBody(content?.schema)],
        bodySchema: content?.schema,
        bodyExample: example === undefined ? content?.example : example.value,
        optionalFields: optionalFieldsOf(content?.schema ?? {}),
        answer: ok?.content?.['application/json']?.schema,
      };
    }),
);

function optionalFieldsOf({ required = [], properties = {} }: Schema): string[] {
  const hasNull = ({ type, anyOf }: Schema) => JSON.stringify([type, anyOf]).includes('"null"');
  return Object.entries(properties as Record<string, Schema>)
    .filter(([name, member]) => !(required as string[]).includes(name) && !hasNull(member))
    .map(([name]) => name);
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
