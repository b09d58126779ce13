import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { agentSnippets } from './agent-snippets.ts';
import { latestByAgent } from './latest-conversation.ts';

const access = { agentId: 'agt_1', secret: 'svc_2', baseUrl: 'https://agents.example.com' };

describe('the programs to paste', () => {
  it.each(['interactive', 'approval-only'] as const)('hold everything they need, for %s agents', (kind) => {
    const snippets = agentSnippets(access, kind);
    expect(snippets.map(({ id }) => id)).toEqual(['curl', 'node', 'python']);
    for (const { text } of snippets) {
      expect(text).toContain('agt_1');
      expect(text).toContain('svc_2');
    }
    expect(snippets[1]?.text).toContain('wss://agents.example.com/ws/agent/');
  });

  it.each(['interactive', 'approval-only'] as const)('are programs, for %s agents', (kind) => {
    const [curl, node] = agentSnippets(access, kind);
    execFileSync('sh', ['-n'], { input: curl?.text ?? '' });
    execFileSync(process.execPath, ['--input-type=module', '--check'], { input: node?.text ?? '' });
  });
});

describe('the latest conversation of an agent', () => {
  it('is the first in the list, in one line of plain words, unseen until it was looked at', () => {
    const conversation = { id: 'conv_1', agent_id: 'agt_1', last_message_at: '2026-03-02T09:30:00.000Z' };
    const conversations = [
      { ...conversation, last_message_text: '# **News**\n[here](https://example.com)' },
      {
        ...conversation,
        id: 'conv_2',
        last_message_at: '2026-03-01T09:30:00.000Z',
        last_message_text: 'old',
      },
      { ...conversation, id: 'conv_3', agent_id: 'agt_2', last_message_text: '' },
      { ...conversation, id: 'conv_4', agent_id: 'agt_3', last_message_text: null },
    ];
    const latest = latestByAgent(conversations, {});
    expect(latest.get('agt_1')).toMatchObject({
      conversationId: 'conv_1',
      text: 'News here',
      isUnseen: true,
    });
    expect(latest.get('agt_2')?.text).toBe('Picture or recording');
    expect(latest.get('agt_3')?.text).toBe('No messages');
    const seen = latestByAgent(conversations, { conv_1: '2026-03-02T09:30:00.000Z' });
    expect(seen.get('agt_1')?.isUnseen).toBe(false);
  });
});
