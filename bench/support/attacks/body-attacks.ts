import { base64, httpCall, Person, pngOf, tinyJpeg } from '@svc/testkit';
import type { HttpAnswer } from '@svc/testkit';
import { bearer } from './account.js';
import { WAIT_OF_NEIGHBOUR } from './attack.js';
import type { Attack } from './attack.js';
import { besideSilentCallers } from './silent-callers.js';

const MIB = 1024 * 1024;
const PAYLOAD_BYTES = 256 * 1024;
/** Of one leaked URL. Enough to pass the bound, and little for the disk. */
const LEAKED_CALLS = 384;
const LEAKED_AT_ONCE = 8;
/** The bound by default, and what is under way when it is reached. */
const LEAKED_MIB_MAX = 64 + (LEAKED_AT_ONCE * PAYLOAD_BYTES) / MIB;
const NEIGHBOURS_CALLS = 5;
const SILENT_CALLERS = 300;

export const BODY_ATTACKS: readonly Attack[] = [
  {
    name: 'a JSON body of 16 MiB from an account, all of it empty lists',
    shape: 'usual',
    measures: [WAIT_OF_NEIGHBOUR],
    async run({ url, neighbour }) {
      const person = await Person.signUp(url, 'Mallory');
      const { agentId } = await person.createAgent();
      const body = Buffer.from(`{"text":"x","unknown":[${'[],'.repeat((16 * MIB) / 3)}[]]}`);
      return [
        await neighbour.waitBeyondRestMs(() => person.postMessage(agentId, body).catch(() => undefined)),
      ];
    },
  },
  {
    name: 'ten pictures of 5 MiB from an account, all of it empty parts',
    shape: 'usual',
    measures: [
      WAIT_OF_NEIGHBOUR,
      // What an honest message of this size costs, for comparison.
      { what: 'the same beside ten plain pictures of 5 MiB', unit: 'ms', max: Infinity },
    ],
    async run({ url, neighbour }) {
      const person = await Person.signUp(url, 'Mallory');
      const { agentId } = await person.createAgent();
      const besideTen = (picture: Buffer): Promise<number> => {
        const images = Array<string>(10).fill(base64(picture));
        return neighbour.waitBeyondRestMs(() =>
          person.postMessage(agentId, { images }).catch(() => undefined),
        );
      };
      return [await besideTen(jpegOfEmptyParts(5 * MIB)), await besideTen(pngOf(5 * MIB))];
    },
  },
  {
    name: '300 silent callers who announce a payload',
    shape: 'usual',
    measures: [{ what: `calls of a neighbour's trigger, of ${NEIGHBOURS_CALLS}`, unit: 'refused', max: 0 }],
    async run({ url, neighbour }) {
      const { trigger_id: triggerId } = await neighbour.agent.tasks.createTriggered();
      const path = `/webhook/${'ab'.repeat(32)}`;
      const silent = Array.from({ length: SILENT_CALLERS }, () => ({
        ...{ path, headers: {}, announcedBytes: PAYLOAD_BYTES },
      }));
      return besideSilentCallers(url, silent, async () => {
        return [await refusedOf((call) => httpCall(`${url}/webhook/${triggerId}`, { body: { call } }))];
      });
    },
  },
  {
    name: 'three accounts that send their images slowly',
    shape: 'usual',
    measures: [{ what: `images of a neighbour, of ${NEIGHBOURS_CALLS}`, unit: 'refused', max: 0 }],
    async run({ url, neighbour: { person, agent } }) {
      const slow = await Promise.all(
        Array.from({ length: 3 }, async () => {
          const sender = await Person.signUp(url, 'Mallory');
          const { agentId } = await sender.createAgent();
          const headers = bearer(sender.token);
          const call = { path: `/api/client/agents/${agentId}/messages`, headers, announcedBytes: 2 * MIB };
          return [call, call, call];
        }),
      );
      const images = [base64(pngOf(2 * MIB))];
      return besideSilentCallers(url, slow.flat(), async () => {
        return [await refusedOf(() => person.postMessage(agent.agentId, { images }))];
      });
    },
  },
  {
    name: `${(LEAKED_CALLS * PAYLOAD_BYTES) / MIB} MiB of payloads to one leaked trigger URL`,
    shape: 'usual',
    measures: [{ what: 'stored within a minute', unit: 'MiB', max: LEAKED_MIB_MAX }],
    async run({ url, neighbour }) {
      const { trigger_id: triggerId } = await neighbour.agent.tasks.createTriggered();
      const padding = 'x'.repeat(PAYLOAD_BYTES - 30);
      let next = 0;
      let taken = 0;
      const caller = async (): Promise<void> => {
        while (next < LEAKED_CALLS) {
          const body = `{"call":${(next += 1)},"padding":"${padding}"}`;
          const { status } = await httpCall(`${url}/webhook/${triggerId}`, { body });
          if (status === 200) taken += body.length;
        }
      };
      const startedMs = performance.now();
      await Promise.all(Array.from({ length: LEAKED_AT_ONCE }, caller));
      if (performance.now() - startedMs > 60_000) throw new Error('This machine sends too slowly');
      return [taken / MIB];
    },
  },
];

/** With so many empty tables as fit. */
function jpegOfEmptyParts(bytes: number): Buffer {
  const part = Buffer.from('ffdb0002', 'hex');
  const [begin, rest] = [tinyJpeg().subarray(0, 2), tinyJpeg().subarray(2)];
  const count = Math.floor((bytes - begin.length - rest.length) / part.length);
  return Buffer.concat([begin, Buffer.alloc(count * part.length, part), rest]);
}

async function refusedOf(call: (index: number) => Promise<HttpAnswer>): Promise<number> {
  let refused = 0;
  for (let index = 0; index < NEIGHBOURS_CALLS; index += 1)
    refused += Number((await call(index)).status >= 400);
  return refused;
}
