/** The database that the migration command works on. */
export function readDatabaseUrl(env: Record<string, string | undefined> = process.env): string {
  const databaseUrl = env['DATABASE_URL'];
  if (!databaseUrl) throw new Error('DATABASE_URL is not set');
  return databaseUrl;
}
