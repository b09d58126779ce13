import { sleep } from '@svc/runtime';
import { base64, httpCall, Person, tinyJpeg } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { never, WAIT_OF_NEIGHBOUR } from './attack.js';
import type { Attack } from './attack.js';

/** As many as an agent may have, and stars so many that they fit. */
const RULES = { agents: 6, ofAgent: 200, stars: 900 };
const ASKED = { ofAgent: 30, perSecond: 20 };
const PLACE = 'Taken at 52.5163 N, 13.3777 E by Ada';

export const TRUST_ATTACKS: readonly Attack[] = [
  {
    name: '“always allow” without a pattern, where the agent suggested *',
    shape: 'usual',
    measures: [never('allows another action')],
    async run({ neighbour: { person, agent } }) {
      const first = await ask(agent, { action: 'mail.send:ada@example.org', suggested_pattern: '*' });
      const body = { status: 'approved', always_allow: true };
      const answer = await person.call(`/decisions/${first.decision_id}/resolve`, { body });
      if (answer.status !== 200) throw new Error(`The answer was refused: ${answer.status}`);
      const second = await ask(agent, { action: 'payment.send:1000000' });
      return [Number(second.status === 'approved')];
    },
  },
  {
    name: `${RULES.ofAgent} rules of ${RULES.stars} stars, of ${RULES.agents} agents that ask ${ASKED.perSecond} times a second`,
    shape: 'usual',
    measures: [WAIT_OF_NEIGHBOUR],
    async run({ url, neighbour }) {
      const person = await Person.signUp(url, 'Mallory');
      const agents = await Promise.all(Array.from({ length: RULES.agents }, () => withRules(person)));
      const askAgain = (agent: AgentClient): Promise<unknown> =>
        Promise.all(
          Array.from({ length: ASKED.ofAgent }, async (_, index) => {
            await sleep((index / ASKED.perSecond) * 1_000);
            const { decision_id } = await ask(agent, { action: 'pay:nobody' });
            await agent.call(`/api/agent/decisions/${decision_id}/cancel`, { method: 'POST' });
          }),
        );
      return [await neighbour.waitBeyondRestMs(() => Promise.all(agents.map(askAgain)))];
    },
  },
  {
    name: 'the file of a picture that a person sent',
    shape: 'usual',
    measures: [never('tells where it was taken')],
    async run({ neighbour: { person, agent } }) {
      const sent = await person.send(agent.agentId, { text: 'Look', images: [base64(jpegWithPlace())] });
      const [shown] = await person.history(sent.conversation_id, '?limit=1');
      const file = await httpCall(shown?.image_urls[0] ?? '');
      if (file.status !== 200) throw new Error(`The file was not there: ${file.status}`);
      return [Number(file.bytes.includes(PLACE))];
    },
  },
];

/** An agent whose rules are as many and as long as they may be. Those that are refused do not matter. */
async function withRules(person: Person): Promise<AgentClient> {
  const agent = await person.createAgent();
  for (let index = 0; index < RULES.ofAgent; index += 1) {
    const { decision_id } = await ask(agent, { action: `pay:x${index}` });
    const always_allow_pattern = `pay:${'*'.repeat(RULES.stars)}x${index}`;
    const body = { status: 'approved', always_allow: true, always_allow_pattern };
    await person.call(`/decisions/${decision_id}/resolve`, { body });
  }
  return agent;
}

async function ask(
  agent: AgentClient,
  request: { action: string; suggested_pattern?: string },
): Promise<{ decision_id: string; status: string }> {
  const answer = await agent.call('/api/agent/decisions', { body: { title: 'Send it?', ...request } });
  if (answer.status !== 201) throw new Error(`The request was refused: ${answer.status}`);
  return answer.body as { decision_id: string; status: string };
}

/** A JPEG with EXIF data of one entry, the description of the picture. */
function jpegWithPlace(): Buffer {
  const [imageDescription, ascii, headBytes] = [0x010e, 2, 26];
  const tiff = Buffer.alloc(headBytes + PLACE.length);
  tiff.write('MM', 'latin1');
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(imageDescription, 10);
  tiff.writeUInt16BE(ascii, 12);
  tiff.writeUInt32BE(PLACE.length, 14);
  tiff.writeUInt32BE(headBytes, 18);
  tiff.write(PLACE, headBytes, 'latin1');
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const segment = Buffer.from([0xff, 0xe1, 0, 0]);
  segment.writeUInt16BE(content.length + 2, 2);
  const plain = tinyJpeg();
  return Buffer.concat([plain.subarray(0, 2), segment, content, plain.subarray(2)]);
}
