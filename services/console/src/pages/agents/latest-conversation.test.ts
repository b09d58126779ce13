import { describe, expect, it } from '@jest/globals';
import { latestByAgent } from './latest-conversation.ts';

describe('the latest conversation of an agent', () => {
  it('is the first in the list, in one line of plain words, with what is unread in all of them', () => {
    const conversation = { agent_id: 'agt_1', last_message_at: '2026-03-02T09:30:00.000Z', unread_count: 2 };
    const latest = latestByAgent([
      { ...conversation, last_message_text: '# **News**\n[here](https://example.com)' },
      { ...conversation, last_message_at: '2026-03-01T09:30:00.000Z', last_message_text: 'old' },
      { ...conversation, agent_id: 'agt_2', last_message_text: '', unread_count: 0 },
      { ...conversation, agent_id: 'agt_3', last_message_text: null },
    ]);
    expect(latest.get('agt_1')).toMatchObject({ text: 'News here', unreadCount: 4 });
    expect(latest.get('agt_2')).toMatchObject({ text: 'Picture or recording', unreadCount: 0 });
    expect(latest.get('agt_3')?.text).toBe('No messages');
  });
});
