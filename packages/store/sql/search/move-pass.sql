-- The pass goes on behind a conversation.
-- takes: after
UPDATE search_pass SET after = $1 WHERE id = 1
