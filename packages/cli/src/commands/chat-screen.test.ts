import { expect, it } from '@jest/globals';
import type { ChatMessage } from '../live/conversation-feed.js';
import { Output } from '../terminal/output.js';
import { ChatScreen } from './chat-screen.js';

it('asks for a line once below the messages that were there', () => {
  let written = '';
  const stream = { isTTY: true, write: (text: string) => (written += text) !== '', once: () => {} };
  const output = new Output({ stdout: stream, stderr: stream, isJson: false, isColourless: true });
  const screen = new ChatScreen(output, 'Poet');
  const message = { id: 'msg_1', sender: 'agent', text: 'Roses', report_title: null, decision_id: null };
  screen.show({ ...message, image_urls: [], audio_url: null } as unknown as ChatMessage, 0);
  screen.prompt();
  // What a terminal leaves of a line: what stands behind the last return to its beginning.
  expect(written.split('\n').map((line) => line.split('\r').at(-1))).toEqual(['Poet: Roses', '> ']);
});
