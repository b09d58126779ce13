import { performance } from 'node:perf_hooks';
import { ClientSocket, eventually, Person } from '@svc/testkit';
import { byToken, McpClient } from '../spec/mcp-client.js';
import type { Composition } from './composition.js';

/** `stop_grace_period` of docker-compose.yml. */
const GRACE_SECONDS = 15;
/** Enough for each gateway to hold some. */
const WAITING = 8;

/** What each container of the product may do, how it is found well, and how it ends. */
export function describeHardening(composition: () => Composition): void {
  it('runs no process as root, with no capability, on a root that cannot be written to', async () => {
    const asked =
      'grep -hE "^(Uid|CapBnd|CapEff|NoNewPrivs):" /proc/[0-9]*/status | sort -u; touch /app/x /data/x /x 2>&1; touch /tmp/x && echo written';
    for (const container of await composition().ownContainers()) {
      const said = await composition().run('exec', container, 'sh', '-c', asked);
      const lines = said.replaceAll('\t', ' ').split('\n');
      expect([container, lines.filter((line) => /^[A-Z]/.test(line))]).toEqual([
        container,
        ['CapBnd: 0000000000000000', 'CapEff: 0000000000000000', 'NoNewPrivs: 1', 'Uid: 1000 1000 1000 1000'],
      ]);
      const refused = lines.filter((line) => line.endsWith('Read-only file system'));
      expect(refused.filter((line) => / '?\/(app\/)?x'?:/.test(line))).toHaveLength(2);
      expect(lines).toContain('written');
    }
  });

  it('is found unwell by the check of its image while PostgreSQL is away, and well again afterwards', async () => {
    const [postgres = ''] = await composition().containers('postgres');
    const containers = await composition().ownContainers();
    expect(await checkedWell(containers)).toEqual(containers);
    await composition().run('stop', '-t', '30', postgres);
    const wellCount = async () => (await checkedWell(containers)).length;
    await eventually(wellCount, (count) => count === 0, { what: 'every check to fail' });
    await composition().run('start', postgres);
    const areAll = (count: number) => count === containers.length;
    await eventually(wellCount, areAll, { what: 'every check to pass again', waitMsMax: 90_000 });
    await composition().healthy();
  });

  it('ends each container by itself within the time for it, with calls that wait and sockets that are open answered', async () => {
    const person = await Person.signUp(composition().url);
    const agent = await person.createAgent();
    const sockets = await Promise.all([
      agent.connect(),
      ...[1, 2, 3].map(async () => {
        const socket = await ClientSocket.open(composition().url);
        await socket.authenticate(person.token);
        return socket;
      }),
    ]);
    const client = await McpClient.connect(byToken(agent), '2026-07-28', { at: composition().url });
    const waits = Array.from({ length: WAITING }, (_, index) =>
      client.use('ask_decision', { title: `Question ${index}`, wait: 45 }),
    );
    const pending = async () => (await person.call('/decisions?status=pending')).body as unknown[];
    await eventually(pending, ({ length }) => length === WAITING, { what: 'the requests' });

    const containers = await composition().ownContainers();
    const ends = await Promise.all(containers.map(ended));
    process.stdout.write(`\n${ends.map(({ line }) => line).join('\n')}\n`);
    expect(ends.map(({ container, code }) => [container, code])).toEqual(containers.map((name) => [name, 0]));
    expect(ends.filter(({ seconds }) => seconds >= GRACE_SECONDS)).toEqual([]);
    const statuses = (await Promise.all(waits)).map(({ value }) => value['status']);
    expect(statuses).toEqual(waits.map(() => 'pending'));
    const closings = await Promise.all(sockets.map((socket) => socket.closed()));
    expect(closings.map(({ code }) => code)).toEqual(sockets.map(() => 1012));
    await client.close();

    await composition().run('start', ...containers);
    await composition().healthy();
  });

  /** Those of the containers in which the image's own check passes now. */
  async function checkedWell(containers: string[]): Promise<string[]> {
    const check = async (container: string) => {
      const form = '{{json .Config.Healthcheck.Test}}';
      const test = JSON.parse(await composition().run('inspect', '--format', form, container)) as string[];
      const passed = composition().run('exec', container, ...test.slice(1));
      return passed.then(
        () => [container],
        () => [],
      );
    };
    return (await Promise.all(containers.map(check))).flat();
  }

  /** Asks a container to end, as compose does, and tells how it did. */
  async function ended(container: string) {
    const startedAtMs = performance.now();
    await composition().run('stop', '-t', String(GRACE_SECONDS), container);
    const seconds = (performance.now() - startedAtMs) / 1000;
    const code = Number(await composition().run('inspect', '--format', '{{.State.ExitCode}}', container));
    const line = `${container} ended with ${code} after ${seconds.toFixed(1)} s`;
    return { container, seconds, code, line };
  }
}
