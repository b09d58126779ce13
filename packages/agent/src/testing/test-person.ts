import { randomBytes } from 'node:crypto';

/** A call of the client API. */
export interface PersonCall {
  /** Default: `POST` with a body, else `GET`. */
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Sent as JSON. Default: none. */
  body?: unknown;
}

const CALL_MS_MAX = 30_000;

/** The person on the other side of the agent. Nothing of what goes wrong for the agent goes wrong here. */
export class TestPerson {
  readonly #url: string;
  readonly #login: { email: string; password: string };
  #token: string;

  private constructor(url: string, login: { email: string; password: string }, token: string) {
    this.#url = url;
    this.#login = login;
    this.#token = token;
  }

  static async signUp(url: string, name: string): Promise<TestPerson> {
    const login = {
      email: `${randomBytes(8).toString('hex')}@example.org`,
      password: 'correct horse battery',
    };
    return new TestPerson(url, login, await tokenOf(`${url}/api/auth/sign-up/email`, { name, ...login }));
  }

  /** A session that the clock has left behind is made anew. @throws what the service said, if it refuses. */
  async call<Answer>(path: string, call: PersonCall = {}): Promise<Answer> {
    let response = await this.#send(path, call);
    if (response.status === 401) {
      this.#token = await tokenOf(`${this.#url}/api/auth/sign-in/email`, this.#login);
      response = await this.#send(path, call);
    }
    const text = await response.text();
    if (!response.ok)
      throw new Error(`The service answered ${call.method ?? ''} ${path} with ${response.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }

  #send(path: string, { body, method = body === undefined ? 'GET' : 'POST' }: PersonCall): Promise<Response> {
    return fetch(`${this.#url}/api/client${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_MS_MAX),
    });
  }
}

async function tokenOf(url: string, body: object): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_MS_MAX),
  });
  const token = response.headers.get('set-auth-token');
  if (!response.ok || token === null)
    throw new Error(`Signing in was answered with ${response.status}: ${await response.text()}`);
  return token;
}
