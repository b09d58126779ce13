import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { ChatMessage } from '../live/conversation-feed.js';
import { Output } from '../terminal/output.js';
import { ChatScreen } from './chat-screen.js';

it('asks for a line once below the messages that were there', () => {
  const stream = Object.assign(new PassThrough(), { isTTY: true, getColorDepth: () => 1 });
  const stdout = stream as unknown as NodeJS.WriteStream;
  const output = new Output({ stdout, stderr: stdout, isJson: false });
  const screen = new ChatScreen(output, 'Poet');
  const message = { id: 'msg_1', sender: 'agent', text: 'Roses', report_title: null, decision_id: null };
  screen.show({ ...message, image_urls: [], audio_url: null } as unknown as ChatMessage, 0);
  screen.prompt();
  // What a terminal leaves of a line: what stands behind the last return to its beginning.
  const written = stripVTControlCharacters(String(stream.read()));
  expect(written.split('\n').map((line) => line.split('\r').at(-1))).toEqual(['Poet: Roses', '> ']);
});
