import pg from 'pg';

/** The role with which the product logs in. */
export const PRODUCT_ROLE = 'agent_service';

/**
 * Lets a role that is no superuser own the database. Superusers can read the server's files and start programs by SQL
 * (PostgreSQL, "pg_read_file", "COPY … PROGRAM"); the product then cannot. Idempotent.
 *
 * @param superuserUrl the superuser's address of the database that gets the new owner.
 */
export async function handOver(superuserUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(`DO $$
      BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${PRODUCT_ROLE}') THEN
          CREATE ROLE ${PRODUCT_ROLE};
        END IF;
        ALTER ROLE ${PRODUCT_ROLE} LOGIN NOSUPERUSER PASSWORD ${client.escapeLiteral(password)};
        EXECUTE format('ALTER DATABASE %I OWNER TO ${PRODUCT_ROLE}', current_database());
      END $$`);
  } finally {
    await client.end();
  }
}
