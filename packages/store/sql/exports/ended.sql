-- Exports whose time is over, or whose user is deleted and which no process makes: their files are to go.
-- takes: limit, after
SELECT e.id FROM account_export e JOIN "user" u ON u.id = e.user_id
 WHERE e.id > $2 AND (e.expires_at < now() OR u.deleted_at IS NOT NULL
   AND (e.state = 'pending' OR e.leased_until IS NULL OR e.leased_until < now()))
 ORDER BY e.id LIMIT $1
