// An agent that writes like a language model: the person reads along. The model is a fake, so no key is needed; put your own in its place.
import { Agent } from '@svc/agent';

const WORD_MS = Number(process.env.WORD_MS ?? 60);

const agent = new Agent();
agent.on('user_message', async (m) => {
  m.typing();
  const history = (await m.history({ limit: 20 })).toReversed();
  const messages = history.map(({ sender, text }) => ({
    role: sender === 'agent' ? 'assistant' : 'user',
    content: text,
  }));
  await m.stream(complete(messages), { quickReplies: ['Say more'] });
});
await agent.start();

/** Any source of texts will do, such as the deltas of a model's streaming API. */
async function* complete(messages) {
  const asked = messages.filter(({ role }) => role === 'user');
  const answer = `This is answer number **${asked.length}**, and you have asked: _${asked.at(-1).content}_ A real model would know more.`;
  for (const word of answer.split(/(?<= )/)) {
    yield word;
    await new Promise((resolve) => setTimeout(resolve, WORD_MS));
  }
}
