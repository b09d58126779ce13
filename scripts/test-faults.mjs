/** `npm run test:faults`: processes and servers are killed under load. Takes minutes. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from './preparation/prepare.mjs';

await prepare();
const { TestSession } = await import('./testing/session.mjs');

// The process ids of everything that the suite starts, so that nothing is left behind when it is cut off.
const temporary = tmpdir();
const folder = mkdtempSync(join(temporary, 'agent-service-faults-'));
// Jest's report goes there too, but not its cache.
process.env.TMPDIR = folder;
process.once('exit', endLeftovers);
// The suite brings its own PostgreSQL and RabbitMQ, because it stops them.
const session = new TestSession();
const args = ['--selectProjects', 'faults', '--runInBand', ...process.argv.slice(2)];
await session.jest('faults', args, { env: { FAULTS_FOLDER: folder, TMPDIR: temporary } });
process.exit(await session.finish());

function endLeftovers() {
  // The supervisor first: it would start again what is ended.
  const supervisor = text('services.pid');
  const members = JSON.parse(text('services.json') || '{"members":[]}').members;
  const services = supervisor ? [supervisor, ...members.map(({ pid }) => pid)] : [];
  for (const pid of services) end(Number(pid), 'SIGKILL');
  // RabbitMQ's id is its group's, and SIGQUIT is PostgreSQL's signal to stop at once.
  end(-Number(text('rabbit/rabbit.pid')), 'SIGKILL');
  const epmdPort = text('rabbit/epmd.port');
  if (epmdPort) spawnSync('epmd', ['-port', epmdPort, '-kill'], { stdio: 'ignore' });
  end(Number(text('postgres/server/postmaster.pid').split('\n')[0]), 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

function text(name) {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    // What the suite has ended itself has removed its file.
    return '';
  }
}

function end(pid, signal) {
  if (!pid) return;
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
