SELECT id FROM decision_rule WHERE id = $1 FOR KEY SHARE
