-- The hours in which schedulers have read the database's clock. Retention believes a clock that has run for a day.
CREATE TABLE "clock_reading" (
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "clock_reading_pkey" PRIMARY KEY ("at")
);
-- The clock of this moment is believed.
INSERT INTO "clock_reading" ("at") VALUES (now() - interval '24 hours');
