-- Since when a retry that is due waits for its slow endpoint. Processes of the version before go on: their sweeper brings such a retry after a minute.
ALTER TABLE "open_event" ADD COLUMN "put_off_since" TIMESTAMPTZ(3);
