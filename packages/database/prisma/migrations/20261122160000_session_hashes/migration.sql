-- Sessions are stored by the SHA-256 of their token. Whoever is signed in stays so, because what they show is hashed before it is looked up.
UPDATE "session" SET "token" = encode(sha256(convert_to("token", 'UTF8')), 'hex');
-- Expired sessions are removed, the oldest first.
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");
