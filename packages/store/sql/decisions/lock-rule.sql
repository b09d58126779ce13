-- Locks a rule, so that it is not revoked before the commit.
-- takes: id
SELECT id FROM decision_rule WHERE id = $1 FOR KEY SHARE
