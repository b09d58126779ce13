import { describe, expect, it } from '@jest/globals';
import { replyTo, welcomeText } from './reply.js';
import type { Heard } from './reply.js';

const hear = (text: string, more: Partial<Heard> = {}) =>
  replyTo({ text, senderName: 'Grace', imageCount: 0, isVoice: false, ...more });

const textOf = (text: string, more: Partial<Heard> = {}): string => {
  const reply = hear(text, more);
  if (reply.kind !== 'text') throw new Error(`Ada answers ${text} with ${reply.kind}`);
  return reply.text;
};

describe('Ada', () => {
  it.each([
    ['report', 'report'],
    ['Could you send me a REPORT, please?', 'report'],
    ['a picture!', 'picture'],
    ['draw something', 'picture'],
    ['What are your tasks?', 'tasks'],
    ['decide', 'decision'],
    ['ask me for approval', 'decision'],
    ['remind me in a minute', 'reminder'],
    ['Send me a reminder to write the report', 'reminder'],
  ])('answers %j with a %s', (text, kind) => {
    expect(hear(text)).toMatchObject({ kind });
  });

  it('hears words and not parts of them', () => {
    expect(hear('multitasking is deciding')).toMatchObject({ kind: 'text' });
  });

  it('lists in help and welcome every word that she understands', () => {
    for (const text of [textOf('help'), welcomeText()]) {
      const words = [...text.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, word = '']) => word);
      expect(words.map((word) => hear(word).kind)).toEqual([
        'report',
        'picture',
        'decision',
        'tasks',
        'reminder',
      ]);
    }
  });

  it('says that she is a script when she is asked', () => {
    expect(textOf('Are you human?')).toMatch(/script/);
    expect(welcomeText()).toMatch(/script/);
  });

  it('quotes what she does not understand, line by line, and says what to try', () => {
    const text = textOf('The weather\nis fine');
    expect(text).toContain('Grace');
    expect(text).toContain('> The weather\n> is fine');
    expect(text).toContain('**report**');
  });

  it('quotes the beginning of a long message', () => {
    const text = textOf('x'.repeat(5_000));
    expect(text).toContain(`> ${'x'.repeat(200)} …`);
    expect(text.length).toBeLessThan(600);
  });

  it('tells pictures and recordings, and does not pretend to see them', () => {
    expect(textOf('', { imageCount: 2 })).toMatch(/2 pictures arrived\. I have no eyes/);
    expect(textOf('So it goes', { isVoice: true })).toMatch(/transcript/);
  });

  it('is not formatted by the name of who writes', () => {
    expect(textOf('Hm', { senderName: '**[x](http://y)' })).not.toContain('](');
    expect(textOf('Hm', { senderName: '***' })).toContain('you');
  });
});

describe('a reminder', () => {
  it.each([
    ['remind me in a minute', 60_000, ''],
    ['remind me', 60_000, ''],
    ['Remind me in 5 minutes to stretch.', 300_000, 'stretch'],
    ['remind me to call Bob about the boat in 2 hours', 7_200_000, 'call Bob about the boat'],
    ['remind me about the tea in half an hour', 1_800_000, 'the tea'],
    ['remind me in 0 seconds', 1_000, ''],
    ['remind me in 99999 hours', 86_400_000, ''],
  ])('of %j comes after %d ms and is about %j', (text, delayMs, subject) => {
    expect(hear(text)).toEqual({ kind: 'reminder', delayMs, subject });
  });
});
