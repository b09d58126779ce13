-- How many rules a user has, up to a number.
-- takes: owner_id, max
SELECT count(*)::int AS used FROM (SELECT FROM decision_rule WHERE user_id = $1 LIMIT $2) known
