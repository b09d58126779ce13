-- Holds a rule, so that nobody revokes it before the commit.
-- takes: id
SELECT id FROM decision_rule WHERE id = $1 FOR KEY SHARE
