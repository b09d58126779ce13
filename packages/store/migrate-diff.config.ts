import { PrismaPg } from 'prisma-migrate-diff-adapter';
import { defineConfig } from 'prisma-migrate-diff/config';

// Lets Prisma 6 compare a live database with a schema, without its native engine. `migrate diff` takes one
// only as the shadow database of migrations: `src/schema-agreement.test.ts` names an empty folder of them.

/** Types in PostgreSQL's catalogs. The adapter knows neither `name` nor `"char"`. */
const NAME_OID = 19;
const TEXT_OID = 25;
const CHAR_OID = 18;
const UUID_OID = 2950;

/** Column types of Prisma's driver adapters. No OID leads to a character, so `"char"` goes by way of UUID. */
const CHARACTER_COLUMN = 6;
const UUID_COLUMN = 15;

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

interface Pool {
  query(...args: unknown[]): Promise<{ fields?: { dataTypeID: number }[] }>;
}

function readingCatalogs(adapter: Adapter): Adapter {
  const pool = adapter.underlyingDriver() as unknown as Pool;
  const query = pool.query.bind(pool);
  pool.query = async (...args) => {
    const result = await query(...args);
    for (const field of result.fields ?? []) {
      if (field.dataTypeID === NAME_OID) field.dataTypeID = TEXT_OID;
      if (field.dataTypeID === CHAR_OID) field.dataTypeID = UUID_OID;
    }
    return result;
  };
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (...args) => {
    const result = await queryRaw(...args);
    const columnTypes = result.columnTypes.map((type) => (type === UUID_COLUMN ? CHARACTER_COLUMN : type));
    return { ...result, columnTypes };
  };
  return adapter;
}

export default defineConfig({
  experimental: { adapter: true },
  engine: 'js',
  adapter: async () => {
    // Prisma does not close the pool, whose idle connections would keep the process.
    const factory = new PrismaPg({ connectionString: process.env['DATABASE_URL'], allowExitOnIdle: true });
    const connect = async () => readingCatalogs(await factory.connect());
    const { provider, adapterName } = factory;
    return { provider, adapterName, connect, connectToShadowDb: connect };
  },
});
