import type { Schema } from '@svc/http-contract';
import fc from 'fast-check';
import { CALLS } from '../spec/described-calls.js';
import type { DescribedCall } from '../spec/described-calls.js';
import { hostileText, hostileValue, jsonOf } from './mutations/hostile-values.js';
import { limitsOf, mutatedJson } from './mutations/mutated-json.js';

/** An endpoint of the product over HTTP. */
interface Endpoint extends Pick<DescribedCall, 'method' | 'path' | 'idParameters' | 'api'> {
  operationId: string;
  query: { name: string; schema: Schema }[];
  body: { example: unknown; schema: Schema } | undefined;
}

/** A call that can be made again by anybody who has things of the same kinds. */
export interface HttpPlan {
  endpoint: Endpoint;
  method: string;
  /** Without credentials. */
  isStranger: boolean;
  /** One for each parameter in the path: which id, or a text as it stands in a URL. */
  path: ('own' | 'unknown' | { text: string })[];
  query: { name: string; text: string }[];
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** Whether the body is sent without its length. */
  isChunked: boolean;
}

export function httpPlans(): fc.Arbitrary<HttpPlan> {
  const described = CALLS.map((call): Endpoint => {
    const body = call.bodySchema && { example: call.bodyExample, schema: call.bodySchema };
    return { ...call, query: call.parameters.filter((each) => each.in === 'query'), body };
  });
  return fc.oneof(...[...described, ...undescribed()].map((endpoint) => planOf(endpoint)));
}

/** Endpoints that the document leaves out: those of better-auth, of files and of pages. */
function undescribed(): Endpoint[] {
  const person = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
  const change = { currentPassword: 'x', newPassword: 'correct horse battery', revokeOtherSessions: true };
  const posts: [string, Record<string, unknown>][] = [
    ['sign-up/email', { ...person, invitation: '0'.repeat(64) }],
    ['sign-in/email', { email: person.email, password: person.password, rememberMe: true }],
    ['sign-out', {}],
    ['revoke-session', { token: 'x' }],
    ['revoke-other-sessions', {}],
    ['change-password', change],
    ['update-user', { name: 'Ada', image: 'https://example.org/ada.png' }],
  ];
  const gets = ['auth/get-session', 'auth/list-sessions', 'auth/nonsense', 'client/nonsense', 'nonsense'];
  const pages = [
    ...['/media/0.png', '/openapi.json', '/asyncapi.json', '/docs', '/docs/errors/', '/docs/api/'],
    ...['/', '/tasks/1', '/health/ready', '/webhook/', '/ws/client'],
  ];
  return [
    ...posts.map(([name, example]) => endpoint('POST', `/api/auth/${name}`, example)),
    ...gets.map((name) => endpoint('GET', `/api/${name}`)),
    ...pages.map((path) => endpoint('GET', path)),
  ];
}

function endpoint(method: string, path: string, example?: object): Endpoint {
  const members = Object.entries(example ?? {}).map(([name, value]) => [name, { type: typeof value }]);
  const body = example && { example, schema: { properties: Object.fromEntries(members) as Schema } };
  return { api: 'client', operationId: `${method} ${path}`, method, path, idParameters: [], query: [], body };
}

const METHODS = ['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'];

function planOf(of: Endpoint): fc.Arbitrary<HttpPlan> {
  const inPath = of.idParameters.filter((parameter) => parameter.in === 'path');
  const asText = fc.record({ text: pathText });
  return fc.record({
    endpoint: fc.constant(of),
    method: mostly(fc.constant(of.method), fc.constantFrom(...METHODS)),
    isStranger: mostly(fc.constant(false), fc.boolean()),
    path: fc.tuple(...inPath.map(() => mostly(fc.constantFrom('own' as const, 'own', 'unknown'), asText))),
    query: mostly(fc.constant([]), fc.array(queryOf(of), { minLength: 1, maxLength: 3 }), 1),
    headers: headersOf(of),
    body: bodyOf(of),
    isChunked: mostly(fc.constant(false), fc.boolean()),
  });
}

/** Seldom something odd. */
export function mostly<T, U>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<U>, weight = 6): fc.Arbitrary<T | U> {
  return fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

/** As they stand in a URL; some are no UTF-8, or end in the middle. */
const ESCAPES = '% %zz %00 %ED%A0%80 %C0%AF ..%2f..%2f %2e%2e . .. ;a=b %25 a%2Fb'.split(' ');
const pathText = fc.oneof(fc.constantFrom(...ESCAPES), hostileText.map(inUrl));

function inUrl(text: string): string {
  const bytes = Buffer.from(text.slice(0, 6_000), 'utf8').toString('latin1');
  return bytes.replaceAll(/[^\w.*-]/g, (each) => `%${each.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function queryOf({ query }: Endpoint): fc.Arbitrary<{ name: string; text: string }> {
  const limits = query.flatMap(({ name, schema }) =>
    limitsOf(schema)
      .slice(0, 20)
      // A call that waits for events holds its attacker up.
      .filter((value) => name !== 'wait' || !(Number(value) > 1 && Number(value) <= 45))
      .map((value) => ({ name, text: inUrl(String(value)) })),
  );
  const known = query.map(({ name }) => name);
  const names = fc.oneof(fc.constantFrom(...known, 'x', '', '__proto__', 'limit[]'), pathText);
  return fc.oneof(
    fc.record({ name: names, text: pathText }),
    fc.record({ name: names, text: hostileValue.map((value) => inUrl(jsonOf(value))) }),
    ...(limits.length > 0 ? [fc.constantFrom(...limits)] : []),
  );
}

const TYPES = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''],
  ...['application/jsonp', 'application/json; charset=utf-16', 'application/JSON ; charset="utf-8"'],
  ...['a/b/c', `a/${'b'.repeat(3_000)}`],
];

const COOKIE = 'better-auth.session_token=a.b';
const header = (name: string, ...values: string[]) => values.map((value) => ({ [name]: value }));

const ODD_HEADERS: Record<string, string>[] = [
  ...header('content-encoding', 'gzip', 'br', 'identity', 'x, y'),
  ...header('x-forwarded-for', '::1', '127.0.0.1, garbage', 'x'.repeat(2_000), ','),
  ...header('x-forwarded-proto', 'javascript', 'https, http', ''),
  ...header('host', 'evil.example', '[::1', 'a b', ''),
  ...header('cookie', 'better-auth.session_token=%E0%A4%A', ';;;=', `a=${'b'.repeat(7_000)}`),
  ...header('authorization', 'Bearer', 'Bearer \u00ff', 'Basic YTpi', `Bearer ${'x'.repeat(7_000)}`),
  ...header('x-svc-agent-id', 'agt_', '\u00ff', 'agt_0,agt_1', '__proto__'),
  ...header('x-svc-secret', 'svc_', 'svc_key_x', `svc_key_${'0'.repeat(32)}_${'0'.repeat(40)}`),
  ...header('sec-fetch-site', 'cross-site', 'same-origin', 'x').map((site) => ({ ...site, cookie: COOKIE })),
  { origin: 'null', cookie: COOKIE },
  { range: 'bytes=9-1,-' },
  { 'if-none-match': '*', 'if-modified-since': 'never' },
  { accept: 'text/html', 'accept-encoding': '*;q=x' },
  { expect: '200-ok' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-request-id': 'x'.repeat(5_000) },
  { 'x-long': 'x'.repeat(20_000) },
  { 'content-length': '-1' },
  { 'transfer-encoding': 'gzip' },
  { connection: 'Upgrade', upgrade: 'websocket' },
  { 'retry-after': '\t' },
];

function headersOf({ body }: Endpoint): fc.Arbitrary<Record<string, string>> {
  const type = mostly(fc.constant('application/json'), fc.constantFrom(...TYPES), 12);
  const odd = mostly(fc.constant({}), fc.constantFrom(...ODD_HEADERS), 5);
  if (body === undefined) return odd;
  return fc.tuple(type, odd).map(([each, further]) => ({ 'content-type': each, ...further }));
}

function bodyOf({ body, method }: Endpoint): fc.Arbitrary<Buffer | undefined> {
  if (body !== undefined) return mostly(mutatedJson(body), fc.constant(undefined), 20);
  const unasked = hostileValue.map((value) => Buffer.from(jsonOf(value)));
  return mostly(fc.constant(undefined), unasked, method === 'GET' ? 12 : 4);
}
