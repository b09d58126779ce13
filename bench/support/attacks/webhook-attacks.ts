import type { HttpAnswer, Person } from '@svc/testkit';
import { median } from '../statistics.js';
import { never } from './attack.js';
import type { Attack } from './attack.js';

const TRIES = 3;
/** The hosts file of any machine has this name. It stands for each name that leads into the operator's network. */
const INTERNAL_NAME = 'localhost';
/** RFC 2606, section 2: no name of this kind exists. */
const NO_NAME = 'no-such-name.invalid';
/** Azure's wire server, which only a provider's machines reach. */
const WIRE_SERVER = '168.63.129.16';

export const WEBHOOK_ATTACKS: readonly Attack[] = [
  {
    name: 'the refusals of an internal name and of none as a webhook',
    shape: 'usual',
    measures: [
      never('tell them apart by their words'),
      { what: 'tell them apart by their time', unit: 'ms', max: 100 },
    ],
    async run({ neighbour: { person } }) {
      const differencesMs: number[] = [];
      let differs = false;
      for (let count = 0; count < TRIES; count += 1) {
        const refusals = [await refusalOf(person, INTERNAL_NAME), await refusalOf(person, NO_NAME)] as const;
        differs ||= refusals[0].words !== refusals[1].words;
        differencesMs.push(Math.abs(refusals[0].tookMs - refusals[1].tookMs));
      }
      return [Number(differs), median(differencesMs)];
    },
  },
  {
    name: `a webhook to ${WIRE_SERVER}`,
    shape: 'usual',
    measures: [never('passes the guard')],
    async run({ neighbour: { person } }) {
      return [Number((await createAgentAt(person, WIRE_SERVER)).status === 201)];
    },
  },
];

async function refusalOf(person: Person, host: string): Promise<{ words: string; tookMs: number }> {
  const startedMs = performance.now();
  const { status, bytes } = await createAgentAt(person, host);
  if (status !== 422) throw new Error(`${host} was answered ${status}`);
  return { words: bytes.toString('utf8').replaceAll(host, ''), tookMs: performance.now() - startedMs };
}

function createAgentAt(person: Person, host: string): Promise<HttpAnswer> {
  const body = { agent_name: 'Probe', kind: 'interactive', webhook_url: `http://${host}/` };
  return person.call('/agents', { body });
}
