import { Batcher } from './batcher.js';
import { openDatabase } from './database.js';
import type { Database } from './database.js';
import { useScratchDatabase } from './scratch.suite.js';
import { rows, statement } from './statements/statement.js';
import { transaction, afterCommit, inUnitOfWork, isInUnitOfWork } from './transaction.js';

const INSERT = 'INSERT INTO noted (word) VALUES ($1)';
const ADD = statement<{ word: string }, object>('unit-test-add', ['word'], INSERT);
const SELECT = 'SELECT word FROM noted ORDER BY word';
const READ = statement<object, { word: string }>('unit-test-read', [], SELECT);

describe('A unit of work', () => {
  const context = useScratchDatabase();
  let database: Database;

  beforeAll(async () => {
    database = openDatabase({ databaseUrl: context.databaseUrl, connectionsMax: 3 });
    await database.pool.query('CREATE TABLE noted (word text PRIMARY KEY)');
  });
  beforeEach(() => database.pool.query('TRUNCATE noted'));
  afterAll(() => database.close());

  const add = (word: string) => rows(database.pool, ADD, { word });
  const addInTransaction = (word: string) =>
    transaction(database.pool, (client) => rows(client, ADD, { word }));
  const words = async ({ pool } = database) => (await rows(pool, READ, {})).map(({ word }) => word);
  const unit = <T>(work: () => Promise<T>): Promise<T> => inUnitOfWork(database.pool, work);

  /** What another connection sees, from within a unit. */
  const seenByOthers = () => onOneConnection(words);

  /** Works on a database of its own. */
  async function onOneConnection<T>(work: (single: Database) => Promise<T>): Promise<T> {
    const single = openDatabase({ databaseUrl: context.databaseUrl, connectionsMax: 1 });
    try {
      return await work(single);
    } finally {
      await single.close();
    }
  }

  it('commits statements, also of Prisma, and transactions together', async () => {
    const seen = await unit(async () => {
      await add('statement');
      await addInTransaction('transaction');
      await database.prisma.$executeRaw`INSERT INTO noted (word) VALUES ('prisma')`;
      expect(await words()).toHaveLength(3);
      return seenByOthers();
    });
    expect(seen).toEqual([]);
    expect(await words()).toEqual(['prisma', 'statement', 'transaction']);
  });

  it('leaves nothing of any of them where the work rejects', async () => {
    const work = unit(async () => {
      await add('statement');
      await addInTransaction('transaction');
      await database.prisma.$executeRaw`INSERT INTO noted (word) VALUES ('prisma')`;
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await words()).toEqual([]);
  });

  it('goes on after a statement or a transaction that failed, without what this one wrote', async () => {
    await unit(async () => {
      await add('one');
      await expect(add('one')).rejects.toThrow(/duplicate/);
      const failing = transaction(database.pool, async (client) => {
        await rows(client, ADD, { word: 'two' });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await add('three');
    });
    expect(await words()).toEqual(['one', 'three']);
  });

  it('takes what is asked side by side one after the other', async () => {
    const asked = ['a', 'b', 'c', 'd', 'e', 'f'];
    await unit(async () => {
      await Promise.allSettled([...asked.map(add), add('a'), addInTransaction('g')]);
    });
    expect(await words()).toEqual([...asked, 'g']);
  });

  it('holds one connection, however much it asks', async () => {
    await onOneConnection(({ pool, prisma }) =>
      inUnitOfWork(pool, async () => {
        await rows(pool, ADD, { word: 'x' });
        await transaction(pool, (client) => rows(client, ADD, { word: 'y' }));
        await prisma.user.count();
      }),
    );
    expect(await words()).toEqual(['x', 'y']);
  });

  it('is of its own work alone', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const work = unit(async () => {
      await add('within');
      await held;
      throw new Error('no');
    });
    await add('beside');
    expect(isInUnitOfWork()).toBe(false);
    release();
    await expect(work).rejects.toThrow('no');
    expect(await words()).toEqual(['beside']);
  });

  it('does not hold what it left running', async () => {
    let goOn = (): void => {};
    let late: Promise<unknown> = Promise.resolve();
    await unit(async () => {
      const held = new Promise<void>((resolve) => (goOn = resolve));
      late = held.then(() => add('late'));
    });
    goOn();
    await late;
    expect(await words()).toEqual(['late']);
  });

  it('has effects after the commit alone', async () => {
    const effects: string[] = [];
    afterCommit(() => effects.push('outside'));
    await unit(async () => {
      afterCommit(() => effects.push('committed'));
      await add('x');
      expect(effects).toEqual(['outside']);
    });
    const failing = unit(async () => {
      afterCommit(() => effects.push('never'));
      await Promise.reject(new Error('no'));
    });
    await expect(failing).rejects.toThrow('no');
    expect(effects).toEqual(['outside', 'committed']);
  });

  it('shares no batch with others', async () => {
    const batches: string[][] = [];
    const batcher = new Batcher<string, void>(async (items) => {
      batches.push(items);
      for (const item of items) await add(item);
      return items.map(() => undefined);
    });
    const failing = unit(async () => {
      await batcher.add('within');
      throw new Error('no');
    });
    await Promise.allSettled([failing, batcher.add('beside'), batcher.add('too')]);
    expect(batches).toContainEqual(['within']);
    expect(await words()).toEqual(['beside', 'too']);
  });
});
