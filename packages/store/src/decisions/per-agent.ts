/**
 * Does one agent's work one after another, and that of different agents side by side. What would wait for its agent's row in the database
 * waits here instead, where it holds no connection that others need.
 */
export class PerAgent {
  readonly #last = new Map<string, Promise<void>>();

  async run<T>(agentId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(agentId) ?? Promise.resolve();
    const result = before.then(work);
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(agentId, ended);
    try {
      return await result;
    } finally {
      if (this.#last.get(agentId) === ended) this.#last.delete(agentId);
    }
  }
}
