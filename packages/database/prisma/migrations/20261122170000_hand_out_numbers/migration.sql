-- Under which number the long poll has handed out an event. The numbers grow from page to page. JavaScript holds them exactly. Processes of the version
-- before go on: a row that they mark has no number, and the next page gives it one.
CREATE SEQUENCE "open_event_handed_out_no" AS BIGINT MAXVALUE 9007199254740991;
ALTER TABLE "open_event" ADD COLUMN "handed_out_no" BIGINT;
