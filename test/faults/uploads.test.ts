import { mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { base64, eventually, httpCall, pngOf, StreamedCall, tinyPng } from '@svc/testkit';
import { faultBench } from './fault-bench.js';

const [KIB, MIB] = [1024, 1024 * 1024];

describe('A file that is sent as it is', () => {
  const bench = faultBench();
  let media: string;

  beforeAll(() => void (media = join(bench.dataDir, 'media')));

  const send = () => bench.person.upload(tinyPng());
  const used = () => bench.person.usedMediaBytes();

  async function filesLeft(): Promise<string[]> {
    const entries = await readdir(media, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  async function begin() {
    const { credentials } = bench.person;
    const headers = { ...credentials, 'content-type': 'image/png', 'content-length': String(MIB) };
    const call = new StreamedCall(`${bench.services.url}/api/client/media`, headers);
    await call.write(pngOf(MIB).subarray(0, 300 * KIB));
    return call;
  }

  it('is removed with its row, and its bytes are given back, after the gateway was killed in the middle of it', async () => {
    const call = await begin();
    const what = 'the file to begin';
    await eventually(filesLeft, ([name]) => name?.endsWith('.part') === true, { what, waitMsMax: 20_000 });
    expect(await used()).toBe(MIB);
    await bench.services.restarted(await bench.services.killAll('gateway'));
    call.breakOff();
    // Nobody may tell a process that has died from one that is slow before a file could have come.
    expect([await used(), (await filesLeft()).length]).toEqual([MIB, 1]);
    await bench.sql.query(`UPDATE media SET created_at = now() - interval '16 minutes'`);
    const left = async () => [await used(), (await filesLeft()).length];
    const isNothing = (seen: number[]) => seen.every((count) => count === 0);
    await eventually(left, isNothing, { what: 'nothing to be left', waitMsMax: 60_000 });
    expect((await send()).status).toBe(201);
  });

  it('is refused for now while the disk takes nothing, and everything else goes on', async () => {
    const agent = await bench.person.createAgent();
    const before = await used();
    await mkdir(media, { recursive: true });
    await rename(media, `${media}.away`);
    // A folder in which not even root may write.
    await symlink('/sys', media);
    try {
      const image = base64(tinyPng());
      const refused = [
        await send(),
        await bench.person.postMessage(agent.agentId, { text: 'x', images: [image] }),
        await agent.post({ text: 'x', image_base64: image }),
      ];
      for (const { status, headers, body } of refused) {
        expect([status, body]).toEqual([503, { detail: 'No files can be stored at present' }]);
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
      expect(await used()).toBe(before);
      expect((await bench.person.postMessage(agent.agentId, { text: 'Only words' })).status).toBe(201);
      expect((await httpCall(`${bench.services.url}/health/ready`)).status).toBe(200);
    } finally {
      await rm(media);
      await rename(`${media}.away`, media);
    }
    expect((await send()).status).toBe(201);
  });
});
