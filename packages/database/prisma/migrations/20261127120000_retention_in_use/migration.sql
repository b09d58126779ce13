-- For how many days schedulers keep things; 0 is for ever. A row for each set of days that some scheduler has, with when one last said so. Gateways tell
-- people what is here, because their own settings remove nothing.
CREATE TABLE retention_in_use (
  events          integer NOT NULL,
  attempts        integer NOT NULL,
  runs            integer NOT NULL,
  messages        integer NOT NULL,
  media           integer NOT NULL,
  audit           integer NOT NULL,
  audit_addresses integer NOT NULL,
  said_at         timestamptz(3) NOT NULL,

  CONSTRAINT retention_in_use_pkey PRIMARY KEY (events, attempts, runs, messages, media, audit, audit_addresses)
);
