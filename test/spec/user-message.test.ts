import { describe, expect, it } from '@jest/globals';
import { validateUserMessageEvent } from '@svc/proto-events';
import { base64, dataUri, httpCall, Person, tinyGif, tinyJpeg, tinyM4a, tinyPng } from '@svc/testkit';
import { baseUrl, useProduct } from './product-under-test.js';

describe('user_message', () => {
  const bench = useProduct();

  it('is sent for a chat message, with text, sender_name, conversation_id and message_id', async () => {
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

  it('has image_url with exactly one image', async () => {
    const { agent, socket } = await bench.onlineAgent();
    await bench.person.send(agent.agentId, { text: 'Look', images: [base64(tinyPng())] });
    const event = await socket.userMessage('Look');
    expect(validateUserMessageEvent(event)).toBe(true);
    expect(event).toMatchObject({ image_url: expect.any(String), image_urls: null, audio_url: null });
    expect((await httpCall(event.image_url ?? '')).bytes).toEqual(tinyPng());
  });

  it('has image_urls with several images, in the order in which they were sent', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const files = [tinyPng(), tinyJpeg(), tinyGif()];
    await bench.person.send(agent.agentId, { images: files.map(base64) });
    const event = await socket.userMessage('');
    expect(validateUserMessageEvent(event)).toBe(true);
    expect(event).toMatchObject({ image_url: null, audio_url: null });
    const received = await Promise.all((event.image_urls ?? []).map((url) => httpCall(url)));
    expect(received.map(({ bytes }) => bytes)).toEqual(files);
  });

  it('of a voice message has the transcription as text and the recording’s URL as audio_url', async () => {
    const { agent, socket } = await bench.onlineAgent();
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
});
