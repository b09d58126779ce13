import type { Message } from '../../api/conversations.ts';
import { openReplies } from './open-replies.ts';

const message = (id: string, more: Partial<Message> = {}): Message => ({
  ...{ id, conversation_id: 'conv_1', sender: 'agent', sender_name: 'Ada', kind: 'text', text: id },
  ...{ image_urls: [], audio_url: null, report_title: null, report_description: null },
  ...{ task_run_id: null, decision_id: null, created_at: '2026-03-02T09:30:00.000Z' },
  ...more,
});
const offer = (id: string): Message => message(id, { quick_replies: [{ text: 'Yes' }], quick_reply: null });

it('is the newest message with buttons, if the person has neither pressed one nor written since', () => {
  const own = message('own', { sender: 'human' });
  const pressed = { ...offer('pressed'), quick_reply: { index: 0, message_id: 'own' } };
  expect(openReplies([])).toBeUndefined();
  expect(openReplies([own, message('a')])).toBeUndefined();
  expect(openReplies([own, offer('a'), message('b')])?.id).toBe('a');
  expect(openReplies([offer('a'), offer('b')])?.id).toBe('b');
  expect(openReplies([offer('a'), own])).toBeUndefined();
  expect(openReplies([offer('a'), pressed])).toBeUndefined();
});
