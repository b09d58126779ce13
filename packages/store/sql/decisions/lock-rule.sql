SELECT id FROM standing_rule WHERE id = $1 FOR KEY SHARE
