import type { Session } from './session.js';

const NONE: readonly Session[] = [];

/** The authenticated sockets of this hub, by agent. Of an agent's sockets the newest comes last. */
export class Sessions {
  readonly #byAgent = new Map<string, readonly Session[]>();

  get count(): number {
    return [...this.all()].length;
  }

  get agentCount(): number {
    return this.#byAgent.size;
  }

  add(session: Session): void {
    this.#byAgent.set(session.agentId, [...this.of(session.agentId), session]);
  }

  remove(session: Session): void {
    const left = this.of(session.agentId).filter((other) => other !== session);
    if (left.length > 0) this.#byAgent.set(session.agentId, left);
    else this.#byAgent.delete(session.agentId);
  }

  /** Searches all sessions: it is called only when credentials were revoked. */
  find(sessionId: string): Session | undefined {
    for (const session of this.all()) if (session.id === sessionId) return session;
    return undefined;
  }

  of(agentId: string): readonly Session[] {
    return this.#byAgent.get(agentId) ?? NONE;
  }

  /** The agent's newest live session, to which its events go. */
  newestOf(agentId: string): Session | undefined {
    return this.of(agentId).at(-1);
  }

  *all(): Generator<Session> {
    for (const sessions of this.#byAgent.values()) yield* sessions;
  }
}
