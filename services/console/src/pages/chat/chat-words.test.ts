import { dayLabel, startsDay, startsGroup } from './message-grouping.ts';

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
