-- Why an event failed that nobody tries to deliver any more, though nothing went wrong with its delivery.
ALTER TABLE "event" ADD COLUMN "drop_reason" TEXT;

-- Since when nobody can handle the message of a pending event.
ALTER TABLE "event" ADD COLUMN "aside_since" TIMESTAMPTZ(3);
