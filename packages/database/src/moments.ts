/**
 * This moment, as an expression for a column that something compares with `now()`. The columns keep whole milliseconds, and round: half of the time `now()` itself would be
 * kept as a moment that has not come yet, and what is to be due, free or revoked at once would not be so.
 */
export const AT_ONCE = `date_trunc('milliseconds', now())`;

/** The same by the clock that goes on during a transaction. */
export const NOW_MS = `date_trunc('milliseconds', clock_timestamp())`;
