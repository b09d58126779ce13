import { describe, expect, it } from '@jest/globals';
import { deliveryWords } from './delivery-words.ts';
import { fileProblem, isScaledDown } from './attached-file.ts';
import { dayLabel, startsDay, startsGroup } from './message-grouping.ts';

const event: Parameters<typeof deliveryWords>[0] = {
  state: 'pending',
  channel: null,
  attempts: [],
  next_attempt_at: null,
};
const failed = {
  delivery_id: 'dlv_1',
  retry_num: 0,
  retry_reason: 'first_attempt',
  status_code: 500,
  error: null,
  duration_ms: 1,
  started_at: '2026-03-02T09:30:00.000Z',
} as const;

describe('the way of a message', () => {
  it('is said in a word, for every state and channel', () => {
    const words = [
      deliveryWords(event),
      deliveryWords({ ...event, next_attempt_at: '2026-03-02T09:31:00.000Z', attempts: [failed] }),
      ...(['websocket', 'webhook', 'poll'] as const).map((channel) =>
        deliveryWords({ ...event, state: 'delivered', channel }),
      ),
      deliveryWords({ ...event, state: 'waiting' }),
      deliveryWords({ ...event, state: 'failed', attempts: [failed, failed] }),
    ];
    expect(words.map(({ short }) => short)).toEqual([
      'Sending',
      'Retrying',
      'Pushed',
      'Webhook',
      'Fetched',
      'Waiting',
      'Not delivered',
    ]);
    expect(words.at(-1)?.long).toBe('The webhook failed 2 times.');
  });
});

describe('messages', () => {
  const message = { sender: 'agent', sender_name: 'Mailbox', created_at: '2026-03-02T09:30:00.000Z' };

  it('are headed anew by another sender, after a pause, and on another day', () => {
    const soon = { ...message, created_at: '2026-03-02T09:31:00.000Z' };
    const later = { ...message, created_at: '2026-03-02T09:40:00.000Z' };
    const other = { ...soon, sender: 'human', sender_name: 'Ada' };
    expect([undefined, message].map((previous) => startsGroup(soon, previous))).toEqual([true, false]);
    expect([startsGroup(later, message), startsGroup(other, message)]).toEqual([true, true]);
    expect(startsDay({ ...message, created_at: '2026-03-04T09:30:00.000Z' }, message)).toBe(true);
  });

  it('of today and yesterday are said to be', () => {
    const now = new Date(2026, 2, 2, 12);
    const days = [new Date(2026, 2, 2, 1), new Date(2026, 2, 1, 23)].map((day) => dayLabel(day, now));
    expect(days).toEqual(['Today', 'Yesterday']);
    expect(dayLabel(new Date(2026, 1, 20), now)).toMatch(/2026/);
  });
});

describe('a file to be sent', () => {
  it('is a picture of at most 5 MB or another file of at most 25 MB, or is refused with a reason', () => {
    const file = { name: 'a.png', type: 'image/png', size: 1_000 };
    expect(fileProblem(file)).toBeNull();
    expect(fileProblem({ ...file, type: 'image/svg+xml', size: 25 * 1024 * 1024 })).toBeNull();
    expect(fileProblem({ ...file, type: '', size: 25 * 1024 * 1024 + 1 })).toMatch(/larger than 25 MB/);
    expect(fileProblem({ ...file, size: 0 })).toMatch(/empty/);
    expect(fileProblem({ ...file, size: 5 * 1024 * 1024 + 1 })).toMatch(/larger than 5 MB/);
  });

  it('is scaled down if it is a large photo that does not move, or HEIC', () => {
    const [large, type] = [5 * 1024 * 1024 + 1, 'image/jpeg'];
    const scaled = [
      { name: 'a.jpg', type, size: large },
      { name: 'a.HEIC', type: '', size: 1 },
      { name: 'a', type: 'image/heif', size: 1 },
    ];
    const asTheyAre = [
      { name: 'a.jpg', type, size: large - 1 },
      { name: 'a.gif', type: 'image/gif', size: large },
      { name: 'a.pdf', type: 'application/pdf', size: large },
    ];
    expect([...scaled, ...asTheyAre].map(isScaledDown)).toEqual([true, true, true, false, false, false]);
  });
});
