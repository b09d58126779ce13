-- Whether an export is to be made, or one has ended whose file is to be removed.
SELECT e.id FROM account_export e JOIN "user" u ON u.id = e.user_id
 WHERE e.expires_at < now()
    OR e.state IN ('pending', 'running') AND (e.leased_until IS NULL OR e.leased_until < now())
    OR u.deleted_at IS NOT NULL AND (e.state = 'pending' OR e.leased_until IS NULL OR e.leased_until < now())
 LIMIT 1
