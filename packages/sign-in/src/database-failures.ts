import { AsyncLocalStorage } from 'node:async_hooks';
import { saysBackendIsAway } from '@svc/runtime';
import type { Store } from '@svc/store';

type Prisma = Store['prisma'];

/**
 * When the database is away, better-auth answers as if the caller were at fault (422 for a sign-up), or as if
 * there were no session. So failures of its statements are recorded.
 */
export class DatabaseFailures {
  readonly #calls = new AsyncLocalStorage<{ failure?: Error | undefined }>();

  /**
   * Rejects if a statement of the work failed because the database is away, or with {@link DeletedUserError},
   * whatever the work returned. Something may be written then. Doing the work again writes nothing twice: a
   * sign-up is one transaction, whose second try may find the address taken.
   */
  async rethrow<T>(work: () => Promise<T>): Promise<T> {
    const call: { failure?: Error | undefined } = {};
    const [outcome] = await Promise.allSettled([this.#calls.run(call, work)]);
    if (call.failure !== undefined) throw call.failure;
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

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
      if (call !== undefined && error instanceof Error) call.failure ??= failureOf(error);
      throw error;
    }
  }
}

/** The user was deleted after the password had been checked, so the database has refused the session. */
export class DeletedUserError extends Error {}

function failureOf(error: Error & { code?: unknown; meta?: { modelName?: unknown } }): Error | undefined {
  if (saysBackendIsAway(error)) return error;
  // Prisma's code for a row that refers to none.
  const isOfDeletedUser = error.code === 'P2003' && error.meta?.modelName === 'Session';
  return isOfDeletedUser
    ? new DeletedUserError('The user of the session is deleted', { cause: error })
    : undefined;
}
