import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Person, WebhookReceiver } from '@svc/testkit';
import { startConstellation } from './constellation.suite.js';
import type { Constellation } from './constellation.suite.js';

describe('A constellation in one process', () => {
  let constellation: Constellation;

  beforeAll(async () => {
    constellation = await startConstellation();
  });

  afterAll(async () => {
    await constellation?.stop();
  });

  it('carries a message to a socket and the answer back', async () => {
    const person = await Person.signUp(constellation.url);
    const agent = await person.createAgent();
    const socket = await agent.connect();
    const { conversation_id } = await person.send(agent.agentId, 'Are you there?');
    await socket.userMessage('Are you there?');
    await socket.ask({ text: 'I am.', conversation_id });
    const history = await person.history(conversation_id);
    expect(history.map(({ text }) => text)).toEqual(['I am.', 'Are you there?']);
    await socket.close();
  });

  it('delivers to a webhook while no socket is open', async () => {
    const receiver = await WebhookReceiver.open();
    const person = await Person.signUp(constellation.url);
    const agent = await person.createAgent({ webhook_url: receiver.url });
    await person.send(agent.agentId, 'Read this later');
    await receiver.deliveries.atLeast(1);
    expect(receiver.texts).toEqual(['Read this later']);
    await receiver.close();
  });

  it('stops twice without harm', async () => {
    await constellation.stop();
    await constellation.stop();
  });
});
