import { expect, it } from '@jest/globals';
import type { ClientApi } from '../api/client-api.js';
import { ConversationFeed } from './conversation-feed.js';
import type { Frame } from './socket-frames.js';

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

async function* hints(...frames: Frame[]): AsyncGenerator<Frame> {
  yield* frames;
}

const piece = (at: number, text: string): Frame => ({ type: 'stream', message_id: MESSAGE_ID, at, text });

it('tells the text that came before the socket was open, once it is kept, and none of it twice', async () => {
  const feed = new ConversationFeed(apiOf(['', '', 'Roses are']), 'agt_1', 'conv_1');
  const shown: string[] = [];
  const heard = hints(piece(5, ' are'), piece(9, ' red'), piece(13, '.'));
  for await (const news of feed.follow(heard)) shown.push(news.news === 'text' ? news.text : news.news);
  expect(shown).toEqual(['Roses are', ' red', '.']);
});
