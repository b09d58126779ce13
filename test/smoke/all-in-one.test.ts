import { endProducts, Person, Product } from '@svc/testkit';

let product: Product | undefined;
afterAll(() => endProducts(product === undefined ? [] : [product]));

it('starts with its own PostgreSQL, carries a talk, keeps it over a restart, and stops', async () => {
  product = await Product.prepare({ mode: 'all-in-one' });
  await product.start();
  const person = await Person.signUp(product.url);
  const agent = await person.createAgent();
  const socket = await agent.connect();
  const { conversation_id } = await person.send(agent.agentId, 'Are you there?');
  expect(await socket.userMessage('Are you there?')).toMatchObject({ conversation_id });
  await agent.send({ text: 'I am', conversation_id });
  await socket.close();
  await person.send(agent.agentId, { text: 'And later?', conversation_id });

  await product.stop();
  await product.start();
  const again = await agent.connect();
  await again.userMessage('And later?');
  const shown = (await person.history(conversation_id)).map(({ text }) => text);
  expect(shown.toSorted()).toEqual(['And later?', 'Are you there?', 'I am']);
  await again.close();
  await product.stop();
});
