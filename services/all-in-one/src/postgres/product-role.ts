import pg from 'pg';

/** Whom the product logs in as. */
export const PRODUCT_ROLE = 'agent_service';

/**
 * Lets a role that is no superuser own the database with all its tables. SQL of the product can then neither read the server's files nor start
 * programs, which superusers can (PostgreSQL, "pg_read_file", "COPY … PROGRAM"). Idempotent; also for a database that a superuser filled.
 *
 * @param superuserUrl of the database that is handed over.
 */
export async function handOver(superuserUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(`DO $$
      DECLARE relation regclass;
      BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${PRODUCT_ROLE}') THEN
          CREATE ROLE ${PRODUCT_ROLE};
        END IF;
        ALTER ROLE ${PRODUCT_ROLE} LOGIN NOSUPERUSER PASSWORD ${client.escapeLiteral(password)};
        EXECUTE format('ALTER DATABASE %I OWNER TO ${PRODUCT_ROLE}', current_database());
        FOR relation IN
          SELECT oid FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
            AND relowner <> '${PRODUCT_ROLE}'::regrole
        LOOP
          EXECUTE format('ALTER TABLE %s OWNER TO ${PRODUCT_ROLE}', relation);
        END LOOP;
      END $$`);
  } finally {
    await client.end();
  }
}
