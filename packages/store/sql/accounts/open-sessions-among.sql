-- Those of the sessions that have neither ended nor expired.
-- takes: ids
SELECT id FROM session WHERE id = ANY ($1::text[]) AND expires_at > now()
