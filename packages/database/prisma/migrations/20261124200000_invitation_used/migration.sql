-- An invitation is used by the account that names it, and better-auth writes accounts. So that the use and its entry in the audit log of the inviter are one
-- fact, the database writes the entry. It says nothing of the person who was invited: their account may be erased, and this log stays. It comes before the
-- account, so that the inviter is locked before the invitation, as a deletion of the inviter locks them. The id is made as in packages/store/src/audit.
CREATE FUNCTION invitation_is_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_entry (id, user_id, actor, area, action, subject_id)
  SELECT 'aud_' || lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || right(replace(gen_random_uuid()::text, '-', ''), 20),
         i.inviter_id, 'user', 'invitation', 'invitation.used', i.id
    FROM invitation i WHERE i.id = NEW.invitation_id;
  RETURN NEW;
END $$;

CREATE TRIGGER invitation_is_used BEFORE INSERT ON "user" FOR EACH ROW WHEN (NEW.invitation_id IS NOT NULL) EXECUTE FUNCTION invitation_is_used();
