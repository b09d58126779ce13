/** What an UPDATE sets of a run that has ended otherwise than by itself: what was known of its attempt is not kept. */
export const NOTHING_UNDER_WAY = `lease_until = NULL, deadline_at = NULL, offer_at = NULL, due_at = NULL, failure_reason = NULL,
             progress_percent = NULL, progress_text = NULL, progress_at = NULL, progress_since = NULL`;
