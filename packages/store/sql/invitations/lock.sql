-- Locks an invitation. What a later statement reads is what others have committed before.
SELECT id FROM invitation WHERE id = $1 AND inviter_id = $2 FOR UPDATE
