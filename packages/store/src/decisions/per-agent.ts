/**
 * Does one agent's work one after another, and the work of different agents side by side. Otherwise the work would wait for the agent's row
 * in the database. Here it waits without a connection.
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
