-- How many rules each user has, up to a number.
-- takes: owner_ids, max
SELECT (SELECT count(*)::int FROM (SELECT FROM decision_rule WHERE user_id = o.id LIMIT $2) known) AS used FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal
