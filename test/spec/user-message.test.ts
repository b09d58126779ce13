import { describe, expect, it } from '@jest/globals';
import { validateUserMessageEvent } from '@svc/proto-events';
import {
  base64,
  dataUri,
  eventOf,
  httpCall,
  m4aOf,
  Person,
  tinyGif,
  tinyJpeg,
  tinyM4a,
  tinyPng,
} from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { PLACE, seenOf, takenPhoto, UPRIGHT } from './photo.js';
import { baseUrl, useProduct } from './product-under-test.js';

describe('user_message', () => {
  const bench = useProduct();

  it('is sent when a user sends a chat message, with text, sender_name, conversation_id and message_id', async () => {
    const author = await Person.signUp(baseUrl, 'Grace Höpper');
    const agent = await author.createAgent();
    const socket = await bench.connect(agent);
    const sent = await author.send(agent.agentId, 'What is on today?');
    expect(await socket.userMessage('What is on today?')).toEqual({
      type: 'user_message',
      text: 'What is on today?',
      sender_name: 'Grace Höpper',
      conversation_id: sent.conversation_id,
      message_id: sent.message_id,
      image_url: null,
      image_urls: null,
      audio_url: null,
    });
  });

  it('is answered to the user with message_id and conversation_id', async () => {
    const agent = await bench.person.createAgent();
    const answer = await bench.person.postMessage(agent.agentId, { text: 'Hello' });
    expectAnswer('sendUserMessage', answer, 201);
    expect(answer.body).toEqual({
      message_id: expect.stringMatching(/^msg_[0-9a-f]+$/),
      conversation_id: expect.stringMatching(/^conv_[0-9a-f]+$/),
    });
  });

  it('goes on in the conversation that the user names', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { conversation_id } = await bench.person.send(agent.agentId, 'first');
    await bench.person.send(agent.agentId, { text: 'second', conversation_id });
    expect(await socket.userMessage('second')).toMatchObject({ conversation_id });
  });

  it('has image_url with exactly one image', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    await bench.person.send(agent.agentId, { text: 'Look', images: [base64(tinyPng())] });
    const event = await socket.userMessage('Look');
    expect(validateUserMessageEvent(event)).toBe(true);
    expect(event).toMatchObject({ image_url: expect.any(String), image_urls: null, audio_url: null });
    expect((await httpCall(event.image_url ?? '')).bytes).toEqual(tinyPng());
  });

  it('has image_urls with several images, in the order in which they were sent', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const files = [tinyPng(), tinyJpeg(), tinyGif()];
    await bench.person.send(agent.agentId, { images: files.map(base64) });
    const event = await socket.userMessage('');
    expect(validateUserMessageEvent(event)).toBe(true);
    expect(event).toMatchObject({ image_url: null, audio_url: null });
    const received = await Promise.all((event.image_urls ?? []).map((url) => httpCall(url)));
    expect(received.map(({ bytes }) => bytes)).toEqual(files);
  });

  it('has the picture alone, upright and without what a camera has written beside it', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const taken = await takenPhoto();
    await bench.person.send(agent.agentId, { text: 'Look', images: [base64(taken)] });
    const { bytes } = await httpCall((await socket.userMessage('Look')).image_url ?? '');
    expect([taken.includes(PLACE), bytes.includes(PLACE)]).toEqual([true, false]);
    expect(await seenOf(bytes)).toEqual(UPRIGHT);
  });

  it('of a voice message has the transcription as text and the recording’s URL as audio_url', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const voice = { text: 'Remind me at nine', audio_base64: dataUri('audio/x-m4a', tinyM4a()) };
    await bench.person.send(agent.agentId, voice);
    const event = await socket.userMessage('Remind me at nine');
    expect(event).toMatchObject({
      image_url: null,
      image_urls: null,
      audio_url: expect.stringMatching(/\.m4a$/),
    });
    const recording = await httpCall(event.audio_url ?? '');
    expect(recording.headers['content-type']).toBe('audio/mp4');
    expect(recording.bytes).toEqual(tinyM4a());
  });

  it('is the same event over the webhook', async () => {
    const receiver = await bench.receive();
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    const sent = await bench.person.send(agent.agentId, { text: 'Look', images: [base64(tinyPng())] });
    const [delivery] = await receiver.deliveries.atLeast(1);
    const event = eventOf(delivery!);
    expect(validateUserMessageEvent(event)).toBe(true);
    expect(event).toMatchObject({ ...sent, text: 'Look', image_url: expect.any(String) });
  });

  it('stands in the history of agent and user', async () => {
    const agent = await bench.person.createAgent();
    const sent = await bench.person.send(agent.agentId, { text: 'Look', images: [base64(tinyPng())] });
    expect(await agent.history(sent.conversation_id)).toMatchObject([
      { id: sent.message_id, sender: 'human', text: 'Look' },
    ]);
    const answer = await bench.person.call(`/conversations/${sent.conversation_id}/messages`);
    expectAnswer('listConversationMessages', answer, 200);
    expect(answer.body).toMatchObject([{ id: sent.message_id, image_urls: [expect.any(String)] }]);
  });

  it('carries at most ten images', async () => {
    const agent = await bench.person.createAgent();
    const images = Array<string>(11).fill(base64(tinyPng()));
    expectInvalidField(await bench.person.postMessage(agent.agentId, { images }), 'body.images');
    await bench.person.send(agent.agentId, { images: images.slice(1) });
    expect(await bench.person.events(agent.agentId)).toHaveLength(1);
  });

  it('carries a recording of at most 10 MB', async () => {
    const agent = await bench.person.createAgent();
    const tooLong = { audio_base64: base64(m4aOf(10 * 1024 * 1024 + 1)) };
    expectRefusal(await bench.person.postMessage(agent.agentId, tooLong), 413, 'Recording is too large');
    await bench.person.send(agent.agentId, { audio_base64: base64(m4aOf(10 * 1024 * 1024)) });
    expect(await bench.person.events(agent.agentId)).toHaveLength(1);
  });

  it('is not sent where the recording is none', async () => {
    const agent = await bench.person.createAgent();
    for (const audio_base64 of [base64(Buffer.from('no sound')), base64(tinyPng()), '%%%']) {
      expectRefusal(await bench.person.postMessage(agent.agentId, { text: 'Listen', audio_base64 }), 422);
    }
    expect(await bench.person.events(agent.agentId)).toEqual([]);
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });

  it('is not sent where one of several images is none', async () => {
    const agent = await bench.person.createAgent();
    const images = [base64(tinyPng()), base64(Buffer.from('no image'))];
    expectRefusal(await bench.person.postMessage(agent.agentId, { images }), 422);
    expect(await bench.person.events(agent.agentId)).toEqual([]);
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });

  it('is not sent to someone else’s agent, nor into someone else’s conversation', async () => {
    const stranger = await Person.signUp(baseUrl);
    const [theirs, mine] = [await stranger.createAgent(), await bench.person.createAgent()];
    const { conversation_id } = await stranger.send(theirs.agentId, 'Mine');
    expectRefusal(await bench.person.postMessage(theirs.agentId, { text: 'Hi' }), 404, 'Not found');
    expectRefusal(
      await bench.person.postMessage(mine.agentId, { text: 'Hi', conversation_id }),
      404,
      'Not found',
    );
    expect(await stranger.history(conversation_id)).toHaveLength(1);
    expect(await stranger.events(theirs.agentId)).toHaveLength(1);
    expect(await bench.person.events(mine.agentId)).toEqual([]);
  });
});
