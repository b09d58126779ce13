import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryBroker } from '@svc/broker';
import type { ClientHint } from '@svc/proto-events';
import { Person, WebhookReceiver } from '@svc/testkit';
import type { WebhookAnswer } from '@svc/testkit';
import { startConstellation } from './constellation.suite.js';
import type { Constellation } from './constellation.suite.js';

/** No window ends by itself, so that all changes of a kind fall into the first. */
const hintTiming = { nowMs: () => 0, after: () => () => {} };

let constellation: Constellation;
let hints: ClientHint[];

beforeEach(async () => {
  hints = [];
  const broker = new MemoryBroker();
  constellation = await startConstellation({}, { broker, hintTiming });
  await broker.consumeClientHints((hint) => void hints.push(hint));
});
afterEach(() => constellation.stop());

const eventHintsOf = (agentId: string) =>
  hints.filter((hint) => hint.type === 'event' && hint.agent_id === agentId);

describe('hints of all services in one process', () => {
  it('are one stream: of what gateway, hub and dispatcher tell of an agent’s events, the first and one for the others', async () => {
    const person = await Person.signUp(constellation.url);
    const agent = await person.createAgent();
    const { agentId } = agent;
    await person.send(agentId, 'to nobody');
    const { event_id: firstId } = await person.newestEvent(agentId, 'waiting');
    const socket = await agent.connect();
    await socket.userMessage('to nobody');
    await person.newestEvent(agentId, 'delivered');
    await socket.close();
    const receiver = await WebhookReceiver.open();
    await person.changeAgent(agentId, { webhook_url: receiver.url });
    await person.send(agentId, 'to the webhook');
    await receiver.deliveries.atLeast(1);
    await person.newestEvent(agentId, 'delivered');
    await constellation.stop();
    await receiver.close();
    const [first, ...others] = eventHintsOf(agentId);
    expect(first).toMatchObject({ event_id: firstId });
    expect(others).toHaveLength(1);
    expect(others[0]).not.toHaveProperty('event_id');
  });

  it('go out although they are given while the services stop', async () => {
    let answer = (): void => {};
    const later: WebhookAnswer = (_delivery, response) => (answer = () => void response.writeHead(200).end());
    const receiver = await WebhookReceiver.open(later);
    const person = await Person.signUp(constellation.url);
    const { agentId } = await person.createAgent({ webhook_url: receiver.url });
    await person.send(agentId, 'wait for it');
    await receiver.deliveries.atLeast(1);
    const stopped = constellation.stop();
    expect(eventHintsOf(agentId)).toEqual([]);
    answer();
    await stopped;
    await receiver.close();
    expect(eventHintsOf(agentId)).toHaveLength(1);
  });
});
