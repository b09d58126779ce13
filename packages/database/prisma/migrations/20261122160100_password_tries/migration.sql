-- Wrong passwords, counted for all processes together.
CREATE TABLE "password_try" (
  "lane" TEXT NOT NULL PRIMARY KEY,
  "tries" INTEGER NOT NULL,
  "last_at" TIMESTAMPTZ(3) NOT NULL,
  "next_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX "password_try_last_at_idx" ON "password_try"("last_at");
-- From where people have signed in, as a hash. Who has the password and comes from there is not kept waiting by strangers.
CREATE TABLE "sign_in_place" (
  "user_id" TEXT NOT NULL REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "place" TEXT NOT NULL,
  "used_at" TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY ("user_id", "place")
);
CREATE INDEX "sign_in_place_used_at_idx" ON "sign_in_place"("used_at");
