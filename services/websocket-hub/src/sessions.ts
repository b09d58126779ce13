import type { Session } from './session.js';

/** The authenticated sockets of this hub, by agent. Of an agent's sockets the newest comes last. */
export class Sessions {
  /** Almost every agent has one socket, and a list for each would cost memory. */
  readonly #byAgent = new Map<string, Session | Session[]>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get agentCount(): number {
    return this.#byAgent.size;
  }

  add(session: Session): void {
    const known = this.#byAgent.get(session.agentId);
    if (known === undefined) this.#byAgent.set(session.agentId, session);
    else if (Array.isArray(known)) known.push(session);
    else this.#byAgent.set(session.agentId, [known, session]);
    this.#count += 1;
  }

  remove(session: Session): void {
    const sessions = this.of(session.agentId);
    if (!sessions.includes(session)) return;
    const [first, ...others] = sessions.filter((other) => other !== session);
    if (first === undefined) this.#byAgent.delete(session.agentId);
    else this.#byAgent.set(session.agentId, others.length === 0 ? first : [first, ...others]);
    this.#count -= 1;
  }

  /** Searches all sessions: it is called only when credentials were revoked. */
  find(sessionId: string): Session | undefined {
    for (const session of this.all()) if (session.id === sessionId) return session;
    return undefined;
  }

  of(agentId: string): readonly Session[] {
    const known = this.#byAgent.get(agentId);
    if (known === undefined) return [];
    return Array.isArray(known) ? known : [known];
  }

  /** The agent's newest live session, to which its events go. */
  newestOf(agentId: string): Session | undefined {
    const known = this.#byAgent.get(agentId);
    return Array.isArray(known) ? known.at(-1) : known;
  }

  *all(): Generator<Session> {
    for (const known of this.#byAgent.values()) {
      if (Array.isArray(known)) yield* known;
      else yield known;
    }
  }
}
