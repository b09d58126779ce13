interface Placed {
  sender: string;
  sender_name: string;
  created_at: string;
}

/** A pause after which a sender is named again, in milliseconds. */
const PAUSE_MS = 5 * 60_000;

export function startsDay(message: Placed, previous: Placed | undefined): boolean {
  if (previous === undefined) return true;
  return new Date(message.created_at).toDateString() !== new Date(previous.created_at).toDateString();
}

export function startsGroup(message: Placed, previous: Placed | undefined): boolean {
  if (previous === undefined) return true;
  if (message.sender !== previous.sender || message.sender_name !== previous.sender_name) return true;
  return Date.parse(message.created_at) - Date.parse(previous.created_at) > PAUSE_MS;
}

export function dayLabel(day: Date, now: Date): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (day.toDateString() === now.toDateString()) return 'Today';
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return day.toLocaleDateString(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}
