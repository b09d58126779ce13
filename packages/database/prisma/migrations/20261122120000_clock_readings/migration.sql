-- The hours in which schedulers have read the database's clock. Retention believes a clock that has run for a day.
CREATE TABLE "clock_reading" (
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "clock_reading_pkey" PRIMARY KEY ("at")
);
-- The clock of this moment is believed, as if it had been read in each hour of the last day.
INSERT INTO "clock_reading" ("at") SELECT date_trunc('hour', now()) - hours * interval '1 hour' FROM generate_series(0, 25) AS hours;
