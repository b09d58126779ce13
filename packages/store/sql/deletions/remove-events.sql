-- Removes events with their attempts. It begins when the events are locked, so that it sees every attempt.
WITH attempts AS (
  DELETE FROM delivery_attempt WHERE event_id = ANY ($1::text[])
)
DELETE FROM event WHERE id = ANY ($1::text[])
