import type { AgentCredentials } from './agent-api.js';
import { expectJson, jsonCall, RefusedCall } from './json-call.js';
import type { JsonCall } from './json-call.js';

export interface Login {
  email: string;
  password: string;
}

export type AgentKind = 'interactive' | 'approval-only';

/** A signed-in user, with the calls of the client API that the demo needs. */
export class UserApi {
  readonly userId: string;
  readonly #baseUrl: string;
  readonly #token: string;

  private constructor(baseUrl: string, session: { token: string; userId: string }) {
    this.#baseUrl = baseUrl;
    this.#token = session.token;
    this.userId = session.userId;
  }

  /**
   * @throws RefusedCall, with 403 if sign-up is closed, and 422 if the address is taken.
   */
  static signUp(baseUrl: string, account: Login & { name: string }, signal: AbortSignal): Promise<UserApi> {
    return UserApi.#enter(baseUrl, { path: '/api/auth/sign-up/email', body: account, signal });
  }

  /** `null` if there is no such account, or its password is different. */
  static async signIn(baseUrl: string, login: Login, signal: AbortSignal): Promise<UserApi | null> {
    try {
      return await UserApi.#enter(baseUrl, { path: '/api/auth/sign-in/email', body: login, signal });
    } catch (error) {
      if (error instanceof RefusedCall && error.status === 401) return null;
      throw error;
    }
  }

  static async #enter(
    baseUrl: string,
    call: { path: string; body: unknown; signal: AbortSignal },
  ): Promise<UserApi> {
    const answer = await expectJson('signing in', baseUrl + call.path, {
      body: call.body,
      signal: call.signal,
    });
    const token = answer.headers.get('set-auth-token');
    const userId = (answer.body as { user?: { id?: unknown } } | undefined)?.user?.id;
    if (token === null || typeof userId !== 'string')
      throw new Error('Signing in was answered without a session');
    return new UserApi(baseUrl, { token, userId });
  }

  /** Also ends all other sessions, which somebody may have opened with the former password. */
  async changePassword(change: { from: string; to: string }): Promise<void> {
    const body = { currentPassword: change.from, newPassword: change.to, revokeOtherSessions: true };
    await this.#expect('changing the password', '/api/auth/change-password', { body });
  }

  async signOut(): Promise<void> {
    await this.#expect('signing out', '/api/auth/sign-out', { method: 'POST' });
  }

  async createAgent(agent: { agent_name: string; kind: AgentKind }): Promise<AgentCredentials> {
    const answer = await this.#expect('creating an agent', '/api/client/agents', { body: agent });
    return credentialsOf(answer.body);
  }

  /** A new secret for the agent, or `null` if the agent no longer exists. The former secret ends at once. */
  async rotateSecret(agentId: string): Promise<AgentCredentials | null> {
    const path = `/api/client/agents/${agentId}/secret/rotate`;
    const answer = await jsonCall(this.#baseUrl + path, this.#authorized({ body: {} }));
    if (answer.status === 404) return null;
    if (answer.status !== 200) throw new RefusedCall('rotating a secret', answer);
    return credentialsOf(answer.body);
  }

  async #expect(what: string, path: string, call: JsonCall) {
    return expectJson(what, this.#baseUrl + path, this.#authorized(call));
  }

  #authorized(call: JsonCall): JsonCall {
    return { ...call, headers: { authorization: `Bearer ${this.#token}` } };
  }
}

function credentialsOf(body: unknown): AgentCredentials {
  const { agent_id: agentId, secret } = body as { agent_id: string; secret: string };
  return { agentId, secret };
}
