-- Where events stand, in the order that is asked; null for an event that is not kept.
-- takes: ids
-- gives: state? EventState
SELECT r.state FROM unnest($1::text[]) WITH ORDINALITY AS u (id, ordinal)
  LEFT JOIN event_record r ON r.id = u.id ORDER BY u.ordinal
