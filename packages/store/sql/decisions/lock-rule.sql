-- Locks a rule, so that it is not revoked before the commit.
SELECT id FROM decision_rule WHERE id = $1 FOR KEY SHARE
