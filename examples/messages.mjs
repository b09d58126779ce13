// What a message may have: a file, buttons, and a text that grows. Write "offer" or "poem" to it.
import { Agent } from '@svc/agent';

const agent = new Agent();

agent.use(async ({ event }, next) => {
  console.log(`A ${event.type} has come.`);
  await next();
});

agent.on('user_message', async (m) => {
  if (m.quickReply) {
    await m.reply(`You have chosen ${m.quickReply.value ?? m.text}.`);
  } else if (m.text === 'offer') {
    await m.reply({
      text: 'Shall I send it?',
      files: [{ name: 'offer.csv', data: 'item,price\nDoor,420\n' }],
      quickReplies: [{ text: 'Yes', value: 'send:42' }, 'Not yet'],
    });
  } else {
    m.typing();
    await m.stream(tokens(m.text), { quickReplies: ['Thanks', 'Again'] });
  }
});
await agent.start();

/** Any iterable of texts will do, such as the tokens of a language model. */
async function* tokens(question) {
  for (const word of ['A ', `${question} `, 'of ', '**four** ', 'words.']) yield word;
}
