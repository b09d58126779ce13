import type { components, paths } from '@svc/http-contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import createClient from 'openapi-fetch';
import type { FetchOptions, FetchResponse } from 'openapi-fetch';
import { ApiError, refusalOf } from './api-error.ts';

export type Schemas = components['schemas'];

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, object> ? Path : never;
}[keyof paths];

/** What an operation of the document takes: its parameters by where they stand, and its body. */
type Given<M extends Method, Path extends PathOf<M>> = Pick<
  FetchOptions<paths[Path][M]>,
  'body' | 'signal' | 'parseAs'
> &
  Omit<paths[Path][M] extends { parameters: infer Parameters } ? Parameters : object, 'cookie'>;

/** Left out where nothing has to be given. */
type GivenIfAny<M extends Method, Path extends PathOf<M>> =
  object extends Given<M, Path> ? [given?: Given<M, Path>] : [given: Given<M, Path>];

type Data<Operation> =
  Operation extends Record<string, unknown>
    ? FetchResponse<Operation, object, 'application/json'>['data']
    : never;
type Answer<M extends Method, Path extends PathOf<M>> = NonNullable<Data<paths[Path][M]>>;

/** Sends the session cookie with every call. */
const client = createClient<paths>({
  credentials: 'same-origin',
  headers: { accept: 'application/json' },
});

/** An operation of the document. @throws ApiError for a refusal, or with status 0 when no answer came. */
export async function call<M extends Method, Path extends PathOf<M>>(
  method: M,
  path: Path,
  ...[given]: GivenIfAny<M, Path>
): Promise<Answer<M, Path>> {
  const { body, signal, parseAs, ...params } = { ...given } as Record<string, unknown>;
  const init = { params, body, signal, parseAs } as never;
  const { data, error, response } = await reached(client.request(method, path as never, init));
  if (!response.ok) throw refusalOf(response.status, error);
  return data as Answer<M, Path>;
}

/** What a path of the document answers, kept under a key. */
export function reading<Path extends PathOf<'get'>>(
  queryKey: QueryKey,
  path: Path,
  ...[given]: GivenIfAny<'get', Path>
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => call('get', path, { ...given, signal } as Given<'get', Path>),
  });
}

/** A call outside the document: better-auth's, or of a trigger. A text is JSON already. */
export async function callJson(path: string, body?: object | string): Promise<unknown> {
  const response = await reached(
    fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  const answer: unknown = text === '' ? null : JSON.parse(text);
  if (!response.ok) throw refusalOf(response.status, answer);
  return answer;
}

/** `fetch` rejects with a TypeError when there was no answer at all. */
async function reached<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw Object.assign(new ApiError({ status: 0, detail: 'No answer' }), { cause });
  }
}

/** The gateway writes it into the page; a page that Vite serves has none, and takes its own address. */
export function publicBaseUrl(): string {
  const written = document.querySelector<HTMLMetaElement>('meta[name="public-base-url"]')?.content ?? '';
  return written === '' ? window.location.origin : written;
}

/** Of a page, what the next is asked for with. */
type ItemOf<Path extends PathOf<'get'>> = Answer<'get', Path> extends readonly (infer Item)[] ? Item : never;

interface Pages<Path extends PathOf<'get'>> {
  limit: number;
  /** What the page behind an item is asked for with. */
  cursorOf: (last: ItemOf<Path>) => string;
  /** The cursor of the first page. Default: none. */
  first?: string;
}

/** A list, read page by page. A page that is not full is the last. */
export function readingPages<Path extends PathOf<'get'>>(
  queryKey: QueryKey,
  path: Path,
  given: Omit<Given<'get', Path>, 'signal'>,
  { limit, cursorOf, first }: Pages<Path>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(given as { query?: object }).query, limit, cursor: pageParam };
      return call('get', path, { ...given, query, signal } as never) as Promise<ItemOf<Path>[]>;
    },
    initialPageParam: first,
    getNextPageParam(page) {
      const last = page.at(-1);
      return last === undefined || page.length < limit ? undefined : cursorOf(last);
    },
  });
}
