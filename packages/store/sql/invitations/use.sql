-- An account was made with an invitation.
-- takes: id
UPDATE invitation SET used_at = now() WHERE id = $1 AND used_at IS NULL
