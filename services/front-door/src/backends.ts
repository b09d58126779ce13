import { connect } from 'node:net';
import pg from 'pg';

export const LOCAL_POSTGRES_URL = 'postgres://postgres@127.0.0.1:5432/agent_service';
export const LOCAL_RABBIT_URL = 'amqp://guest:guest@127.0.0.1:5672';

const ANSWER_TIMEOUT_MS = 3_000;

/** PostgreSQL's error instead of a result; `code` is its SQLSTATE, absent if no server answered. */
export type DatabaseProblem = Error & { code?: string };

/**
 * Connects to the database of `url`, and creates it if the server has none of that name. Resolves to the error, or to `null` if the
 * database is there.
 */
export async function ensureDatabase(url: string): Promise<DatabaseProblem | null> {
  const problem = await queryProblem(url, 'SELECT 1');
  // 3D000 is PostgreSQL's invalid_catalog_name: the server answers, the database is missing.
  if (problem?.code !== '3D000') return problem;
  const maintenance = new URL(url);
  const name = decodeURIComponent(maintenance.pathname.slice(1));
  maintenance.pathname = '/postgres';
  const created = await queryProblem(maintenance.href, `CREATE DATABASE "${name.replaceAll('"', '""')}"`);
  // 42P04 is duplicate_database: another starter was faster.
  return created?.code === '42P04' ? null : created;
}

/** Whether something that speaks AMQP 0-9-1 answers at `url`; no credentials are tried. */
export function amqpAnswers(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  return new Promise((resolve) => {
    const defaultPort = protocol === 'amqps:' ? 5671 : 5672;
    const socket = connect({ host: hostname, port: Number(port || defaultPort) });
    const finish = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('close', () => finish(false));
    socket.once('connect', () => {
      if (protocol === 'amqps:') finish(true);
      else socket.write(Buffer.from('AMQP\x00\x00\x09\x01', 'latin1'));
    });
    // The first frame of an AMQP server is a method frame, type 1 (AMQP 0-9-1, section 4.2.3).
    socket.once('data', (bytes) => finish(bytes[0] === 1));
  });
}

async function queryProblem(url: string, statement: string): Promise<DatabaseProblem | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
    return null;
  } catch (error) {
    return error as DatabaseProblem;
  } finally {
    await client.end().catch(() => undefined);
  }
}
