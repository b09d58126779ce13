-- One row: the name by which this installation marks what it shares with others, such as a broker.
CREATE TABLE "installation" (
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);
INSERT INTO "installation" ("id") VALUES ('inst_' || replace(gen_random_uuid()::text, '-', ''));
