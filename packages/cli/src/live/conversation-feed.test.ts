import { expect, it } from '@jest/globals';
import type { ClientApi } from '../api/client-api.js';
import { ConversationFeed } from './conversation-feed.js';
import type { Hint } from './hints.js';

const MESSAGE_ID = 'msg_1';

/** A service that has kept more of a growing message each time that it is asked. */
function apiOf(kept: string[]): ClientApi {
  const GET = async (path: string) => {
    const data = path.endsWith('/streams')
      ? [{ message_id: MESSAGE_ID, state: 'writing', text: kept.shift() ?? '' }]
      : [];
    return { data, response: new Response(null, { status: 200 }) };
  };
  return { GET } as unknown as ClientApi;
}

async function* hints(...types: string[]): AsyncGenerator<Hint> {
  for (const type of types) yield { type };
}

it('tells the text that came just before the socket was open, once it is kept, and none of it twice', async () => {
  const feed = new ConversationFeed(apiOf(['', 'Roses', 'Roses']), 'conv_1');
  const shown: string[] = [];
  for await (const news of feed.follow(hints('auth_ok', 'look_again', 'auth_ok')))
    shown.push(news.news === 'text' ? news.text : news.news);
  expect(shown).toEqual(['Roses']);
});
