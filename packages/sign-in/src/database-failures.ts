import { AsyncLocalStorage } from 'node:async_hooks';
import { saysBackendIsAway } from '@svc/runtime';
import type { Store } from '@svc/store';

type Prisma = Store['prisma'];

/**
 * better-auth answers a database that is away as if the caller were at fault, with 422 for a sign-up, or as if there were no session. So the
 * failures of its statements are noted beside it.
 */
export class DatabaseFailures {
  readonly #calls = new AsyncLocalStorage<{ failure?: Error }>();

  /** Does the work and rejects with the failure of a statement of it that says the database is away, whatever has become of the work. */
  async rethrow<T>(work: () => Promise<T>): Promise<T> {
    const call: { failure?: Error } = {};
    const [outcome] = await Promise.allSettled([this.#calls.run(call, work)]);
    if (call.failure !== undefined) throw call.failure;
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  /** A client whose statements and transactions are noted when they fail. */
  watch(prisma: Prisma): Prisma {
    const watched = prisma.$extends({
      query: { $allOperations: ({ args, query }) => this.#noting(() => query(args)) },
    }) as unknown as Prisma;
    return new Proxy(watched, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name !== '$transaction' || typeof value !== 'function') return value;
        return (...all: unknown[]) =>
          this.#noting(() => Reflect.apply(value, target, all) as Promise<unknown>);
      },
    });
  }

  async #noting<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const call = this.#calls.getStore();
      if (call !== undefined && error instanceof Error && saysBackendIsAway(error)) call.failure = error;
      throw error;
    }
  }
}
