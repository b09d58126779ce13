-- Invitations to make an account where sign-up is closed. The account names its invitation, so that one invitation never makes two.
CREATE TABLE "invitation" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "inviter_id" TEXT NOT NULL REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "note" TEXT NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "claimed_until" TIMESTAMPTZ(3),
  "used_at" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");
CREATE INDEX "invitation_inviter_id_idx" ON "invitation"("inviter_id");
ALTER TABLE "user" ADD COLUMN "invitation_id" TEXT REFERENCES "invitation"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE UNIQUE INDEX "user_invitation_id_key" ON "user"("invitation_id");
