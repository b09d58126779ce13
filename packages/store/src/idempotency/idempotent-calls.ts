import { createHash, timingSafeEqual } from 'node:crypto';
import * as sql from '../database/statements/generated/index.js';
import { inBulkhead } from '../database/bulkhead.js';
import { inUnitOfWork } from '../database/transaction.js';
import { rows } from '../database/statements/statement.js';
import { Semaphore, ServiceError } from '@svc/domain';
import type { SecretBox } from '@svc/domain';
import type { Pool } from 'pg';

/** A person, or an agent of that person. */
export interface IdempotentCaller {
  userId: string;
  agentId: string | null;
}

/** A call with a key by which its caller knows it again. */
export interface IdempotentCall {
  caller: IdempotentCaller;
  key: string;
  /** A hash of operation, path, query and body. */
  fingerprint: Buffer;
}

export interface KeptAnswer {
  status: number;
  /** JSON text; `null` for none. */
  text: string | null;
}

export interface IdempotentAnswer extends KeptAnswer {
  isReplayed: boolean;
}

const WAITING_PER_KEY_MAX = 4;

export type IdempotentCalls = ReturnType<typeof idempotentCallQueries>;

/** Answers are kept for 24 hours, or until their caller has very many younger ones. */
export function idempotentCallQueries(pool: Pool, box: SecretBox) {
  /** By the ids of rows. Calls of other processes wait in the database, as long as for a lock. */
  const underWay = new Semaphore({ maxPerKey: 1 });
  // Work may be kept waiting by a disk or by a name server. The other half of the connections is for calls
  // without a key. The key is the account, whichever of its agents call.
  const units = new Semaphore({
    max: Math.max(1, Math.floor(pool.options.max / 2)),
    maxPerKey: Math.max(2, Math.floor(pool.options.max / 4)),
  });

  return {
    /**
     * Does the work once. What it writes and its answer are committed together. If it refuses the call (a
     * ServiceError below 500), the key is free again, and what it wrote stays, as without a key. After any
     * other error nothing of it stays.
     * @param check is awaited before, if the key is free, without a connection. It may refuse the call.
     * @throws ServiceError `idempotency_key_reused` if the key stands for another call, `unavailable` if a
     *   call with this key is under way for long.
     */
    async once(
      call: IdempotentCall,
      work: () => Promise<KeptAnswer>,
      check?: () => Promise<void>,
    ): Promise<IdempotentAnswer> {
      const id = rowId(call);
      return inTurn(id, async () => {
        if (check !== undefined) {
          const kept = await read({ ...call, id });
          if (kept !== null) return kept;
          await check();
        }
        return answerOnce({ ...call, id }, work);
      });
    },

    /** For work that waits for others and writes nothing that must not be repeated: it holds no transaction. */
    async afterwards(call: IdempotentCall, work: () => Promise<KeptAnswer>): Promise<IdempotentAnswer> {
      const id = rowId(call);
      return inTurn(id, async () => {
        const kept = await read({ ...call, id });
        if (kept !== null) return kept;
        const answer = await work();
        return answerOnce({ ...call, id }, async () => answer);
      });
    },

    async isKept({ caller, key }: Pick<IdempotentCall, 'caller' | 'key'>): Promise<boolean> {
      return (await rows(pool, sql.idempotency.read, { id: rowId({ caller, key }) })).length > 0;
    },
  };

  function answerOnce(
    call: IdempotentCall & { id: string },
    work: () => Promise<KeptAnswer>,
  ): Promise<IdempotentAnswer> {
    const { userId, agentId } = call.caller;
    // Locked rows of one agent keep only this agent waiting.
    return inBulkhead(pool, `calls with keys of ${agentId ?? userId}`, () =>
      units.run(() => inOneUnit(call, work), userId),
    );
  }

  async function inOneUnit(
    call: IdempotentCall & { id: string },
    work: () => Promise<KeptAnswer>,
  ): Promise<IdempotentAnswer> {
    const done = await inUnitOfWork(pool, async () => {
      // Waits for another process that has the key in hand, as long as for any lock.
      const { id, caller, fingerprint } = call;
      if ((await rows(pool, sql.idempotency.claim, { id, ...caller, fingerprint })).length === 0) {
        const kept = await read(call);
        // It has grown old between the two statements.
        if (kept === null) throw underWayError();
        return { answer: kept };
      }
      try {
        const answer = await work();
        await keep(call.id, answer);
        return { answer: { ...answer, isReplayed: false } };
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status >= 500) throw error;
        await rows(pool, sql.idempotency.forget, { id: call.id });
        return { refusal: error };
      }
    });
    if (done.refusal !== undefined) throw done.refusal;
    // No caller waits for it, and if it fails, another call looks.
    if (Math.random() < chanceOfLook(done.answer.text?.length ?? 0))
      void removeBeyond(pool, call.caller).catch(() => {});
    return done.answer;
  }

  async function read({
    id,
    fingerprint,
  }: IdempotentCall & { id: string }): Promise<IdempotentAnswer | null> {
    const [kept] = await rows(pool, sql.idempotency.read, { id });
    // No row is committed without its answer.
    if (kept === undefined || kept.status === null) return null;
    if (!timingSafeEqual(kept.fingerprint, fingerprint))
      throw new ServiceError('idempotency_key_reused', { fields: [REUSED] });
    const text = kept.answer_sealed === null ? null : box.open(kept.answer_sealed, placeOf(id));
    return { status: kept.status, text, isReplayed: true };
  }

  async function keep(id: string, { status, text }: KeptAnswer): Promise<void> {
    const sealed = text === null ? null : box.seal(text, placeOf(id));
    await rows(pool, sql.idempotency.keep, { id, status, answerSealed: sealed });
  }

  async function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    if (underWay.waitingCountOf(id) >= WAITING_PER_KEY_MAX) throw underWayError();
    return underWay.run(work, id);
  }
}

function underWayError(): ServiceError {
  const detail = 'A call with this Idempotency-Key is under way';
  return new ServiceError('unavailable', { detail, retryAfterSeconds: 1 });
}

const REUSED = { path: 'headers.idempotency-key', message: 'was used for another call' };

function rowId({ caller: { userId, agentId }, key }: Pick<IdempotentCall, 'caller' | 'key'>): string {
  return `${agentId ?? userId}.${createHash('sha256').update(key).digest('base64url')}`;
}

const placeOf = (rowIdOfKey: string) =>
  ({ column: 'idempotency_key.answer_sealed', rowId: rowIdOfKey }) as const;

/** The bytes of answers are those of all together, sealed. */
export interface KeyBound {
  keys: number;
  answerBytes: number;
}

export interface KeyBounds {
  agent: KeyBound;
  /** With all agents. */
  account: KeyBound;
}

/** Of an agent, those of 83 minutes with as many calls as it may make. */
export const KEY_BOUNDS: KeyBounds = {
  agent: { keys: 100_000, answerBytes: 64 * 1024 * 1024 },
  account: { keys: 500_000, answerBytes: 256 * 1024 * 1024 },
};

/** Of an agent and of an account. */
const REMOVED_MAX = 50_000;

/** What comes between two looks, on average. */
const LOOK_EVERY = { keys: 5_000, answerBytes: 4 * 1024 * 1024 };

/** A chance needs no count: no row that all calls of an account write, no number that a process forgets. */
export function chanceOfLook(answerBytes: number): number {
  return 1 / LOOK_EVERY.keys + answerBytes / LOOK_EVERY.answerBytes;
}

/** The oldest keys beyond the bounds of the caller and of its account, but none whose call is under way. */
export async function removeBeyond(
  pool: Pool,
  { userId, agentId }: { userId: string; agentId: string | null },
  { agent, account }: KeyBounds = KEY_BOUNDS,
): Promise<void> {
  const remove = (of: { agentId: string | null; userId: string | null } & KeyBound) =>
    rows(pool, sql.idempotency.removeBeyond, { ...of, limit: REMOVED_MAX });
  if (agentId !== null) await remove({ agentId, userId: null, ...agent });
  await remove({ agentId: null, userId, ...account });
}
