-- The whole model, edited in place until 1.0: no database of before is brought over. `schema.prisma` says the same of what Prisma can express, and a test
-- compares the two.

-- People. The tables of accounts and sessions are better-auth's, as far as it uses them, and its Prisma adapter writes them. `deleted_at` marks what is removed in steps, here as
-- everywhere.
CREATE TABLE "user" (
  id             TEXT NOT NULL,
  name           TEXT NOT NULL,
  email          TEXT NOT NULL,
  email_verified BOOLEAN NOT NULL DEFAULT false,
  image          TEXT,
  created_at     TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  updated_at     TIMESTAMPTZ(3) NOT NULL,
  deleted_at     TIMESTAMPTZ(3),
  invitation_id  TEXT,
  PRIMARY KEY (id)
);
CREATE INDEX user_deleted_idx ON "user" (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX user_email_key ON "user" (email);

-- better-auth writes accounts, so the database makes an account, the use of its invitation and the entry in the audit log of the inviter one fact: `invitation_id`
-- brings the invitation here, and is null afterwards. The entry says nothing of the person who was invited. It comes first, so that the inviter is locked before the
-- invitation, as a deletion of the inviter locks them. The id is made as `newId` makes one.
CREATE FUNCTION invitation_is_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_entry (id, user_id, actor, area, action, subject_id)
  SELECT 'aud_' || lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || right(replace(gen_random_uuid()::text, '-', ''), 20),
         i.inviter_id, 'user', 'invitation', 'invitation.used', i.id
    FROM invitation i WHERE i.id = NEW.invitation_id;
  UPDATE invitation SET used_at = now() WHERE id = NEW.invitation_id AND used_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The invitation was used or revoked' USING ERRCODE = 'unique_violation', CONSTRAINT = 'invitation_is_used', TABLE = 'user';
  END IF;
  NEW.invitation_id := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER invitation_is_used BEFORE INSERT ON "user" FOR EACH ROW WHEN (NEW.invitation_id IS NOT NULL) EXECUTE FUNCTION invitation_is_used();

CREATE TABLE account (
  id          TEXT NOT NULL,
  account_id  TEXT NOT NULL,
  provider_id TEXT NOT NULL,
  user_id     TEXT NOT NULL,
  password    TEXT,
  created_at  TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  updated_at  TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX account_user_id_idx ON account (user_id);

-- The token is stored as its SHA-256.
CREATE TABLE session (
  id         TEXT NOT NULL,
  token      TEXT NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  ip_address TEXT,
  user_agent TEXT,
  user_id    TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  updated_at TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX session_expires_at_idx ON session (expires_at);
CREATE UNIQUE INDEX session_token_key ON session (token);
CREATE INDEX session_user_id_idx ON session (user_id);

-- A sign-in checks the password and then writes the session. If the account is erased in between, the session would open it until its last row is gone.
CREATE FUNCTION session_has_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "user" u WHERE u.id = NEW.user_id AND u.deleted_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The user of the session is deleted' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'session_user_id_fkey', TABLE = 'session';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER session_has_user BEFORE INSERT ON session FOR EACH ROW EXECUTE FUNCTION session_has_user();

-- Programs that ask for an API key of a person (RFC 8628). A row goes when its program has the key, or when its ten minutes are over.
CREATE TABLE device_login (
  id                 TEXT NOT NULL,
  device_code_hash   BYTEA NOT NULL,
  user_code_hash     BYTEA NOT NULL,
  client_name        TEXT NOT NULL,
  address            TEXT,
  scopes             TEXT[] NOT NULL,
  expires_in_seconds INTEGER NOT NULL,
  state              TEXT NOT NULL DEFAULT 'pending',
  user_id            TEXT,
  created_at         TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  expires_at         TIMESTAMPTZ(3) NOT NULL,
  poll_seconds       INTEGER NOT NULL,
  next_poll_at       TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT device_login_check CHECK ((state = 'approved') = (user_id IS NOT NULL)),
  CONSTRAINT device_login_device_code_hash_check CHECK (octet_length(device_code_hash) = 32),
  CONSTRAINT device_login_scopes_check CHECK (cardinality(scopes) > 0),
  CONSTRAINT device_login_state_check CHECK (state IN ('pending', 'approved', 'denied')),
  CONSTRAINT device_login_user_code_hash_check CHECK (octet_length(user_code_hash) = 32)
);
COMMENT ON TABLE device_login IS 'gives: scopes ApiKeyScope[]';
CREATE INDEX device_login_expires_at_idx ON device_login (expires_at);
CREATE UNIQUE INDEX device_login_user_code_hash_key ON device_login (user_code_hash);
CREATE INDEX device_login_user_id_idx ON device_login (user_id);

-- One host can use all of a /64 network of IPv6, which counts as one address. Other texts stay, such as those with a zone.
CREATE FUNCTION network_of(address TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN address ~ '^[0-9A-Fa-f:]*:[0-9A-Fa-f:]*(/64)?$' THEN network(set_masklen(address::inet, 64))::text ELSE address END
$$;

-- Invitations to make an account where sign-up is closed. One never makes two.
CREATE TABLE invitation (
  id            TEXT NOT NULL,
  inviter_id    TEXT NOT NULL,
  note          TEXT NOT NULL,
  token_hash    BYTEA NOT NULL,
  created_at    TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  expires_at    TIMESTAMPTZ(3) NOT NULL,
  used_at       TIMESTAMPTZ(3),
  PRIMARY KEY (id),
  FOREIGN KEY (inviter_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX invitation_inviter_id_idx ON invitation (inviter_id);
CREATE UNIQUE INDEX invitation_token_hash_key ON invitation (token_hash);

-- Programs that send and receive. `last_poll_at` is when the agent last asked for its events, to some seconds: its counter, which each event locks, is no place for it.
CREATE TABLE agent (
  id                          TEXT NOT NULL,
  owner_id                    TEXT NOT NULL,
  agent_name                  TEXT NOT NULL,
  kind                        TEXT NOT NULL,
  status                      TEXT NOT NULL DEFAULT 'active',
  status_reason               TEXT,
  webhook_url                 TEXT,
  push_triggers_to_webhook    BOOLEAN NOT NULL DEFAULT false,
  secret_hash                 BYTEA NOT NULL,
  secret_sealed               BYTEA NOT NULL,
  previous_secret_hash        BYTEA,
  previous_secret_valid_until TIMESTAMPTZ(3),
  consecutive_failures        INTEGER NOT NULL DEFAULT 0,
  created_at                  TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  deleted_at                  TIMESTAMPTZ(3),
  features                    TEXT[] NOT NULL DEFAULT '{}',
  signing_secret_sealed       BYTEA,
  previous_signing_sealed     BYTEA,
  previous_signing_until      TIMESTAMPTZ(3),
  last_poll_at                TIMESTAMPTZ(3),
  PRIMARY KEY (id),
  FOREIGN KEY (owner_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT agent_kind_check CHECK (kind IN ('interactive', 'approval-only')),
  CONSTRAINT agent_status_check CHECK (status IN ('active', 'error'))
) WITH (fillfactor = 80);
COMMENT ON TABLE agent IS 'gives: kind AgentKind, status AgentStatus, features AgentFeature[]';
CREATE INDEX agent_deleted_idx ON agent (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX agent_owner_id_id_idx ON agent (owner_id, id);
-- Which key has sealed a value, as the view `sealed_value` says it.
CREATE INDEX agent_previous_sealed_with_idx ON agent (encode(substr(previous_signing_sealed, 9, 4), 'hex'), id) WHERE previous_signing_sealed IS NOT NULL;
CREATE INDEX agent_sealed_with_idx ON agent (encode(substr(secret_sealed, 9, 4), 'hex'), id);
CREATE INDEX agent_signing_sealed_with_idx ON agent (encode(substr(signing_secret_sealed, 9, 4), 'hex'), id) WHERE signing_secret_sealed IS NOT NULL;

-- The numbers of the agent's last event, apart from the agent, since each event writes them. `next_due_at` is when dispatchers have to look for attempts of its
-- webhook, at the latest; null where there is nothing to look for.
CREATE TABLE agent_counter (
  agent_id     TEXT NOT NULL,
  last_seq     BIGINT NOT NULL DEFAULT 0,
  last_push_no BIGINT NOT NULL DEFAULT 0,
  next_due_at  TIMESTAMPTZ(3),
  PRIMARY KEY (agent_id),
  FOREIGN KEY (agent_id) REFERENCES agent(id) ON UPDATE CASCADE ON DELETE CASCADE
) WITH (fillfactor = 50);
CREATE INDEX agent_counter_due_idx ON agent_counter (next_due_at) WHERE next_due_at IS NOT NULL;

-- An agent as its readers see it. Until the moment, what signed before signs as well; it may be over.
CREATE VIEW agent_record AS
SELECT id AS "agentId", owner_id AS "ownerId", agent_name AS "agentName", kind, status, status_reason AS "statusReason", webhook_url AS "webhookUrl",
       push_triggers_to_webhook AS "pushTriggersToWebhook", features, consecutive_failures AS "consecutiveFailures", created_at AS "createdAt",
       signing_secret_sealed IS NOT NULL AS "ownSigningSecret", previous_signing_until AS "previousSignatureUntil", last_poll_at AS "lastPolledAt"
  FROM agent WHERE deleted_at IS NULL;
COMMENT ON VIEW agent_record IS
  'gives: kind AgentKind, status AgentStatus, features AgentFeature[], statusReason?, webhookUrl?, previousSignatureUntil?, lastPolledAt?';

-- Makes the webhooks of agents due that are not connected any more. Locked ones are looked at within ten seconds.
CREATE FUNCTION look_at_webhooks(agents TEXT[]) RETURNS VOID LANGUAGE sql AS $$
  UPDATE agent_counter c SET next_due_at = date_trunc('milliseconds', now())
    FROM (
      SELECT c.agent_id FROM agent_counter c JOIN agent a ON a.id = c.agent_id
       WHERE c.agent_id = ANY (agents) AND a.webhook_url IS NOT NULL ORDER BY c.agent_id FOR UPDATE OF c SKIP LOCKED
    ) q
   WHERE c.agent_id = q.agent_id
$$;

-- Keys that open the client API for programs of a person, or an agent's doors beside its secret. Their text is kept nowhere, only its hash. Those of people have an end.
CREATE TABLE api_key (
  id           TEXT NOT NULL,
  user_id      TEXT,
  agent_id     TEXT,
  name         TEXT NOT NULL,
  key_hash     BYTEA NOT NULL,
  scopes       TEXT[] NOT NULL,
  created_at   TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  expires_at   TIMESTAMPTZ(3),
  revoked_at   TIMESTAMPTZ(3),
  last_used_at TIMESTAMPTZ(3),
  PRIMARY KEY (id),
  FOREIGN KEY (agent_id) REFERENCES agent(id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT api_key_check CHECK (num_nonnulls(user_id, agent_id) = 1 AND (user_id IS NULL OR expires_at IS NOT NULL)),
  CONSTRAINT api_key_key_hash_check CHECK (octet_length(key_hash) = 32),
  CONSTRAINT api_key_scopes_check CHECK (cardinality(scopes) > 0)
);
CREATE INDEX api_key_agent_id_idx ON api_key (agent_id);
CREATE INDEX api_key_user_id_idx ON api_key (user_id);

-- Whether a deletion is the one that a step was told to carry on or, where none was named, is due.
CREATE FUNCTION is_chosen(id TEXT, deleted_at TIMESTAMPTZ, named TEXT) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN named IS NULL THEN deleted_at < now() + interval '1 second' ELSE id = named END
$$;
-- The moment so many days ago.
CREATE FUNCTION days_ago(days INTEGER) RETURNS TIMESTAMPTZ LANGUAGE sql STABLE AS $$ SELECT now() - days * interval '24 hours' $$;

-- Removes the oldest rows of a table whose time is so long ago, and waits for no lock. Returns how many there were.
CREATE FUNCTION remove_older(of_table TEXT, clock TEXT, age INTERVAL, rows_max INTEGER, condition TEXT) RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
  removed INTEGER;
BEGIN
  EXECUTE format(
    'DELETE FROM %1$I WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$I WHERE %2$I < now() - $1 AND %3$s ORDER BY %2$I LIMIT $2 FOR UPDATE SKIP LOCKED))',
    of_table, clock, condition) USING age, rows_max;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;

-- The state of a key, by the database's clock, so that all processes agree.
CREATE FUNCTION key_state(revoked_at TIMESTAMPTZ, expires_at TIMESTAMPTZ) RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= now() THEN 'expired' ELSE 'active' END
$$;

-- A slot of a WebSocket hub, taken by one process at a time (`epoch`).
CREATE TABLE hub (
  slot         TEXT NOT NULL,
  epoch        BIGINT NOT NULL,
  heartbeat_at TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (slot)
) WITH (fillfactor = 50);

-- `kept_after` is the agent's `last_push_no` when it connected, 0 if it asked for all: events of the types that stay with their polls are pushed only above it.
CREATE TABLE agent_session (
  id           TEXT NOT NULL,
  agent_id     TEXT NOT NULL,
  slot         TEXT NOT NULL,
  epoch        BIGINT NOT NULL,
  connected_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  revoke_at    TIMESTAMPTZ(3),
  key_id       TEXT,
  kept_after   BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (id)
);
CREATE INDEX agent_session_agent_id_idx ON agent_session (agent_id);
CREATE INDEX agent_session_revoke_idx ON agent_session (slot, revoke_at) WHERE revoke_at IS NOT NULL;
CREATE INDEX agent_session_slot_epoch_idx ON agent_session (slot, epoch);

-- The person's title wins over the agent's. `archived_through` is the moment of the newest message when the person put the conversation away; a newer one
-- brings it back. A test of the delivery opens one that is put away for ever (`infinity`), which is never the agent's latest. `read_through` is up to which
-- message the person has read it, null at first.
CREATE TABLE conversation (
  id                TEXT NOT NULL,
  agent_id          TEXT NOT NULL,
  user_id           TEXT NOT NULL,
  created_at        TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  last_message_at   TIMESTAMPTZ(3),
  last_message_text TEXT,
  deleted_at        TIMESTAMPTZ(3),
  title             TEXT,
  agent_title       TEXT,
  pinned_at         TIMESTAMPTZ(3),
  archived_through  TIMESTAMPTZ(3),
  read_through      TIMESTAMPTZ(3),
  PRIMARY KEY (id),
  FOREIGN KEY (agent_id) REFERENCES agent(id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE
) WITH (fillfactor = 80);
CREATE INDEX conversation_deleted_at_idx ON conversation (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX conversation_emptied_idx ON conversation (last_message_at) WHERE last_message_text IS NULL;
-- In the order of the lists: first those that are not archived, each part with the newest message first.
CREATE INDEX conversation_of_agent_idx ON conversation (agent_id, coalesce(archived_through < last_message_at, true) DESC, last_message_at DESC NULLS LAST);
CREATE INDEX conversation_of_user_idx ON conversation (user_id, coalesce(archived_through < last_message_at, true) DESC, last_message_at DESC NULLS LAST);
CREATE INDEX conversation_pinned_idx ON conversation (user_id) WHERE pinned_at IS NOT NULL;

CREATE FUNCTION is_test(archived_through TIMESTAMPTZ) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE AS $$ SELECT coalesce(archived_through = 'infinity', false) $$;

-- `files` holds URL, name, content type and length of each file, `quick_replies` the buttons under an agent's message.
CREATE TABLE message (
  id                     TEXT NOT NULL,
  conversation_id        TEXT NOT NULL,
  sender                 TEXT NOT NULL,
  sender_name            TEXT NOT NULL,
  kind                   TEXT NOT NULL DEFAULT 'text',
  text                   TEXT NOT NULL,
  image_urls             TEXT[] DEFAULT '{}',
  audio_url              TEXT,
  report_title           TEXT,
  report_description     TEXT,
  task_run_id            TEXT,
  decision_id            TEXT,
  created_at             TIMESTAMPTZ(3) NOT NULL,
  event_id               TEXT,
  files                  JSONB,
  quick_replies          JSONB,
  quick_reply_index      SMALLINT,
  quick_reply_message_id TEXT,
  PRIMARY KEY (id),
  FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT message_kind_check CHECK (kind IN ('text', 'report', 'run', 'decision')),
  CONSTRAINT message_sender_check CHECK (sender IN ('agent', 'human'))
);
CREATE UNIQUE INDEX message_conversation_id_created_at_key ON message (conversation_id, created_at);
CREATE INDEX message_created_at_idx ON message (created_at);
CREATE INDEX message_task_run_id_id_idx ON message (task_run_id, id);

-- A conversation as its user sees it. The person's title shows, else the agent's. What is not read is counted among the newest 100 messages.
CREATE VIEW conversation_record AS
SELECT c.id AS "conversationId", c.user_id AS "userId", c.agent_id AS "agentId", c.last_message_at AS "lastMessageAt", c.last_message_text AS "lastMessageText",
       coalesce(c.title, c.agent_title) AS title, CASE WHEN c.title IS NOT NULL THEN 'user' WHEN c.agent_title IS NOT NULL THEN 'agent' END AS "titledBy",
       c.agent_title AS "agentTitle", c.pinned_at IS NOT NULL AS "isPinned", coalesce(c.archived_through < c.last_message_at, true) AS "isActive",
       NOT coalesce(c.archived_through < c.last_message_at, true) AS "isArchived", c.read_through AS "readThrough", (
         SELECT count(*) FILTER (WHERE m.sender = 'agent') FROM (
           SELECT n.sender FROM message n WHERE n.conversation_id = c.id AND n.created_at > coalesce(c.read_through, '-infinity') ORDER BY n.created_at DESC LIMIT 100
         ) m
       ) AS "unreadCount"
  FROM conversation c JOIN agent a ON a.id = c.agent_id
 WHERE c.deleted_at IS NULL AND a.deleted_at IS NULL;
COMMENT ON VIEW conversation_record IS 'gives: lastMessageAt?, lastMessageText?, title?, titledBy? ''user'' | ''agent'', agentTitle?, readThrough?';

-- Messages that agents are writing, and those that broke off, with the text so far. `message_id` is the id that the message will have.
CREATE TABLE message_stream (
  message_id      TEXT NOT NULL,
  agent_id        TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  text            TEXT NOT NULL DEFAULT '',
  is_cut          BOOLEAN NOT NULL DEFAULT false,
  started_at      TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  seen_at         TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (message_id),
  FOREIGN KEY (agent_id) REFERENCES agent(id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON UPDATE CASCADE ON DELETE CASCADE
) WITH (fillfactor = 70);
CREATE INDEX message_stream_agent_id_idx ON message_stream (agent_id);
CREATE INDEX message_stream_conversation_id_idx ON message_stream (conversation_id);

-- Pictures, recordings and files of a user's, from the moment at which they are announced. `ready_at` is since when all of a file is there, `message_id` the message
-- that has taken it, and `agent_id` the agent with which that is or, before, the agent that has sent it. `expired_at` is since when a file is to be removed,
-- `is_from_agent` who has sent it: its message may be gone before it. `conversation_id` is the deleted one that waits until the file is gone.
CREATE TABLE media (
  id              TEXT NOT NULL,
  user_id         TEXT NOT NULL,
  agent_id        TEXT,
  is_from_agent   BOOLEAN NOT NULL,
  content_type    TEXT NOT NULL,
  byte_length     INTEGER NOT NULL,
  file_name       TEXT,
  created_at      TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  ready_at        TIMESTAMPTZ(3),
  message_id      TEXT,
  expired_at      TIMESTAMPTZ(3),
  conversation_id TEXT,
  PRIMARY KEY (id),
  FOREIGN KEY (agent_id) REFERENCES agent(id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE
);
-- The bytes of an owner's files are summed from these alone.
CREATE INDEX media_agent_id_is_from_agent_byte_length_idx ON media (agent_id, is_from_agent, byte_length);
CREATE INDEX media_user_id_id_byte_length_idx ON media (user_id, id, byte_length);
CREATE INDEX media_coming_idx ON media (created_at) WHERE ready_at IS NULL AND expired_at IS NULL;
CREATE INDEX media_conversation_id_idx ON media (conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX media_expired_idx ON media (expired_at) WHERE expired_at IS NOT NULL;
CREATE INDEX media_kept_idx ON media (created_at) WHERE expired_at IS NULL AND message_id IS NOT NULL;
CREATE INDEX media_waiting_idx ON media (created_at) WHERE expired_at IS NULL AND message_id IS NULL;
CREATE INDEX media_waiting_of_user_idx ON media (user_id, agent_id) WHERE message_id IS NULL;

-- `timeout_seconds` is how long a run may take, `retry_max` how often one that was lost or took too long is offered again; null without the setting. `trigger_hash` and
-- `trigger_sealed` are the id of a trigger's URL, which an event task has. `trigger_headers` are the names of those that the agent gets of each call. `sender_version`
-- changes with every setting of a sender, and says which one a process has proven a call by. `refused_count` calls have proven no sender.
CREATE TABLE task (
  id                    TEXT NOT NULL,
  agent_id              TEXT NOT NULL,
  name                  TEXT NOT NULL,
  prompt                TEXT NOT NULL,
  schedule              TEXT NOT NULL,
  trigger_type          TEXT NOT NULL,
  timezone              TEXT NOT NULL DEFAULT 'UTC',
  run_at                TIMESTAMPTZ(3),
  enabled               BOOLEAN NOT NULL DEFAULT true,
  next_run_at           TIMESTAMPTZ(3),
  created_at            TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  updated_at            TIMESTAMPTZ(3) NOT NULL,
  deleted_at            TIMESTAMPTZ(3),
  timeout_seconds       INTEGER,
  retry_max             INTEGER,
  retry_backoff_seconds INTEGER,
  trigger_hash          BYTEA,
  trigger_sealed        BYTEA,
  trigger_headers       TEXT[] NOT NULL DEFAULT '{}',
  sender_version        TEXT,
  sender_scheme         TEXT,
  sender_header         TEXT,
  sender_id_header      TEXT,
  sender_sealed         BYTEA,
  sender_set_at         TIMESTAMPTZ(3),
  refused_count         BIGINT,
  refused_at            TIMESTAMPTZ(3),
  refused_reason        TEXT,
  PRIMARY KEY (id),
  FOREIGN KEY (agent_id) REFERENCES agent(id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT task_retry_check CHECK ((retry_max IS NULL) = (retry_backoff_seconds IS NULL)),
  CONSTRAINT task_trigger_type_check CHECK (trigger_type IN ('scheduled', 'event'))
);
COMMENT ON TABLE task IS 'gives: trigger_type TriggerType, sender_scheme SenderScheme';
CREATE INDEX task_agent_id_id_idx ON task (agent_id, id);
CREATE INDEX task_deleted_idx ON task (deleted_at) WHERE deleted_at IS NOT NULL;
-- Tasks that are due at one moment are claimed agent by agent, so that schedulers seldom meet at the same agent.
CREATE INDEX task_due_by_agent_idx ON task (next_run_at, agent_id) WHERE enabled;
-- Partial, so that a new trigger id is no new key of the row, for which calls under way would have to end first. Who looks for many has to say that they are not null.
CREATE UNIQUE INDEX task_trigger_hash_key ON task (trigger_hash) WHERE trigger_hash IS NOT NULL;
CREATE INDEX task_trigger_sealed_with_idx ON task (encode(substr(trigger_sealed, 9, 4), 'hex'), id) WHERE trigger_sealed IS NOT NULL;
CREATE INDEX task_sender_sealed_with_idx ON task (encode(substr(sender_sealed, 9, 4), 'hex'), id) WHERE sender_sealed IS NOT NULL;

-- An array, and no join, so that the index by id is used however many rows there are.
CREATE FUNCTION search_forgets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_entry WHERE id = ANY (ARRAY(SELECT g.id FROM gone g));
  RETURN NULL;
END $$;
CREATE TRIGGER message_search_forgets AFTER DELETE ON message REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION search_forgets();
CREATE TRIGGER task_search_forgets AFTER DELETE ON task REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION search_forgets();

-- The triggers with these hashes that may be called. Their agents are locked against deletion, and then their tasks, each kind in one order. What is
-- deleted has no `task_id`. The header that holds a sender's secret is never among those that the agent gets. Full joins are never nested loops, which would compare
-- all with all.
CREATE FUNCTION hold_triggers(hashes BYTEA[])
RETURNS TABLE (trigger_hash BYTEA, task_id TEXT, agent_id TEXT, sender_version TEXT, sender_scheme TEXT, sender_header TEXT, sender_id_header TEXT,
               sender_sealed BYTEA, headers TEXT[], owner_id TEXT, enabled BOOLEAN, name TEXT, prompt TEXT) LANGUAGE plpgsql ROWS 10 AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH called AS MATERIALIZED (
    SELECT t.trigger_hash, t.id, t.agent_id, t.sender_version, t.sender_scheme, t.sender_header, t.sender_id_header, t.sender_sealed,
           array_remove(t.trigger_headers, t.sender_header) AS headers
      FROM task t WHERE t.trigger_hash = ANY (hashes) AND t.trigger_hash IS NOT NULL
  ), owning AS MATERIALIZED (
    SELECT a.id, a.owner_id FROM agent a
     WHERE a.id = ANY (ARRAY(SELECT agent_id FROM called)) AND a.kind = 'interactive' AND a.deleted_at IS NULL ORDER BY a.id FOR KEY SHARE
  ), named AS MATERIALIZED (
    SELECT t.id, t.enabled, t.name, t.prompt FROM task t
     WHERE t.id = ANY (ARRAY(SELECT id FROM called)) AND t.agent_id = ANY (ARRAY(SELECT id FROM owning)) AND t.deleted_at IS NULL ORDER BY t.id FOR KEY SHARE
  )
  SELECT c.trigger_hash, t.id, c.agent_id, c.sender_version, c.sender_scheme, c.sender_header, c.sender_id_header, c.sender_sealed, c.headers, a.owner_id,
         t.enabled, t.name, t.prompt
    FROM called c FULL JOIN named t ON t.id = c.id FULL JOIN owning a ON a.id = c.agent_id;
END $$;

-- No foreign keys: who writes a run holds its agent and its task against deletion, and a deletion removes runs before these. An occurrence starts one run. `headers` are
-- those of its trigger, `trigger_key` is from the hash of its task and payload, by which the same payload starts no second run until its window is over. `conversation_id` is
-- where its messages go that name none.
CREATE TABLE task_run (
  id               TEXT NOT NULL,
  task_id          TEXT,
  agent_id         TEXT NOT NULL,
  status           TEXT NOT NULL,
  origin           TEXT NOT NULL,
  summary          TEXT,
  scheduled_for    TIMESTAMPTZ(3),
  started_at       TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  finished_at      TIMESTAMPTZ(3),
  touched_at       TIMESTAMPTZ(3),
  event_id         TEXT COLLATE "C",
  lease_until      TIMESTAMPTZ(3),
  deadline_at      TIMESTAMPTZ(3),
  offer_at         TIMESTAMPTZ(3),
  due_at           TIMESTAMPTZ(3),
  attempt          INTEGER,
  failure_reason   TEXT,
  progress_percent INTEGER,
  progress_text    TEXT,
  progress_at      TIMESTAMPTZ(3),
  progress_since   TIMESTAMPTZ(3),
  headers          JSON,
  conversation_id  TEXT,
  trigger_key      UUID,
  -- How far it is: 0 pending, 1 pushed and not touched, 2 touched, 3 ended.
  stage            SMALLINT NOT NULL GENERATED ALWAYS AS (
    CASE status WHEN 'pending' THEN 0 WHEN 'running' THEN CASE WHEN touched_at IS NULL THEN 1 ELSE 2 END ELSE 3 END
  ) STORED,
  PRIMARY KEY (id),
  CONSTRAINT task_run_origin_check CHECK (origin IN ('schedule', 'trigger', 'manual')),
  CONSTRAINT task_run_status_check CHECK (status IN ('pending', 'running', 'completed', 'failed', 'cancelled'))
) WITH (fillfactor = 70);
COMMENT ON TABLE task_run IS 'gives: status RunStatus, origin RunOrigin';
CREATE INDEX task_run_due_idx ON task_run (task_id, id) WHERE status = 'pending' AND origin <> 'trigger';
CREATE INDEX task_run_finished_idx ON task_run (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX task_run_left_by_id_idx ON task_run (agent_id, id) WHERE task_id IS NULL;
CREATE UNIQUE INDEX task_run_occurrence_key ON task_run (task_id, scheduled_for) WHERE scheduled_for IS NOT NULL;
CREATE INDEX task_run_overdue_idx ON task_run (due_at) WHERE due_at IS NOT NULL AND status IN ('pending', 'running');
CREATE INDEX task_run_progress_idx ON task_run (agent_id, id) WHERE progress_since IS NOT NULL AND status = 'running';
-- A task's runs by stage. Runs that wait are counted without being read.
CREATE INDEX task_run_stage_idx ON task_run (task_id, stage, id);
CREATE UNIQUE INDEX task_run_trigger_key_key ON task_run (trigger_key) WHERE trigger_key IS NOT NULL;

-- The scratchpad of a run.
CREATE TABLE context_block (
  run_id     TEXT NOT NULL,
  id         INTEGER NOT NULL,
  text       TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (run_id, id),
  FOREIGN KEY (run_id) REFERENCES task_run(id) ON UPDATE CASCADE ON DELETE CASCADE
);

-- A run as its readers see it: the open run of a task that is being deleted counts as cancelled, and names no task. It has a reason if it failed, a lease and progress
-- while it runs, an event unless its agent began it. Its conversation is that of its bubble, and of messages that name none.
CREATE VIEW run_record AS
SELECT r.id AS "runId", t.id AS "taskId", t.name AS "taskName", r.agent_id AS "agentId", s.status, r.origin, r.summary, r.scheduled_for AS "scheduledFor",
       r.started_at AS "startedAt", r.finished_at AS "finishedAt", r.event_id AS "eventId", coalesce(r.attempt, 1) AS attempt,
       CASE s.status WHEN 'failed' THEN r.failure_reason END AS "failureReason", CASE s.status WHEN 'running' THEN r.lease_until END AS "leaseUntil",
       CASE s.status WHEN 'running' THEN r.progress_percent END AS "progressPercent", CASE s.status WHEN 'running' THEN r.progress_text END AS "progressText",
       CASE s.status WHEN 'running' THEN r.progress_at END AS "progressAt", r.headers, r.conversation_id AS "conversationId"
  FROM task_run r LEFT JOIN task t ON t.id = r.task_id AND t.deleted_at IS NULL LEFT JOIN task gone ON gone.id = r.task_id AND gone.deleted_at IS NOT NULL
 CROSS JOIN LATERAL (SELECT CASE WHEN r.status IN ('pending', 'running') AND gone.id IS NOT NULL THEN 'cancelled' ELSE r.status END AS status) s;
COMMENT ON VIEW run_record IS
  'gives: taskId?, taskName?, status RunStatus, origin RunOrigin, summary?, scheduledFor?, finishedAt?, eventId?, failureReason? RunFailureReason, '
  'leaseUntil?, progressPercent?, progressText?, progressAt?, headers? { [name: string]: string }, conversationId?';

-- A task as its readers see it. Its newest run is the newest of those of each stage, which the index tells; `BETWEEN` keeps the stage in the order.
CREATE VIEW task_record AS
SELECT t.id AS "taskId", t.agent_id AS "agentId", a.owner_id AS "ownerId", t.name, t.prompt, t.schedule, t.trigger_type AS "triggerType", t.timezone, t.run_at AS "runAt",
       t.enabled, t.next_run_at AS "nextRunAt", t.timeout_seconds AS "timeoutSeconds", t.retry_max AS "retryMax", t.retry_backoff_seconds AS "retryBackoffSeconds",
       t.created_at AS "createdAt", t.trigger_headers AS "triggerHeaders", t.trigger_sealed AS "triggerSealed", t.sender_scheme AS scheme, t.sender_header AS header,
       t.sender_id_header AS "deliveryIdHeader", t.sender_sealed AS "senderSealed", t.sender_set_at AS "setAt", t.refused_count AS "refusedCount",
       t.refused_at AS "refusedAt", t.refused_reason AS "refusedReason",
       (SELECT last.status FROM (VALUES (0), (1), (2), (3)) s (stage) CROSS JOIN LATERAL (
          SELECT r.id, r.status FROM task_run r WHERE r.task_id = t.id AND r.stage BETWEEN s.stage AND s.stage ORDER BY r.stage DESC, r.id DESC LIMIT 1
        ) last ORDER BY last.id DESC LIMIT 1) AS "lastRunStatus"
  FROM task t JOIN agent a ON a.id = t.agent_id
 WHERE t.deleted_at IS NULL AND a.deleted_at IS NULL;
COMMENT ON VIEW task_record IS
  'gives: triggerType TriggerType, runAt?, nextRunAt?, timeoutSeconds?, retryMax?, retryBackoffSeconds?, lastRunStatus? RunStatus, '
  'triggerSealed?, scheme? SenderScheme, header?, deliveryIdHeader?, senderSealed?, setAt?, refusedCount?, refusedAt?, refusedReason? SenderRefusal';

-- The sessions whose epoch is their hub's and whose hub has written its heartbeat lately, unless their credentials have ended.
CREATE VIEW live_session AS
SELECT s.* FROM agent_session s JOIN hub h ON h.slot = s.slot AND h.epoch = s.epoch
 WHERE h.heartbeat_at > now() - interval '10 seconds' AND (s.revoke_at IS NULL OR s.revoke_at > now());

-- How an agent can be reached: `slot` and `session_id` are of its newest live session.
CREATE VIEW agent_reach AS
SELECT a.id AS agent_id, a.owner_id, s.slot, s.session_id, s.kept_after, a.webhook_url IS NOT NULL AS has_webhook, a.push_triggers_to_webhook AS takes_triggers
  FROM agent a LEFT JOIN LATERAL (
    SELECT s.slot, s.id AS session_id, s.kept_after FROM live_session s WHERE s.agent_id = a.id
     ORDER BY s.connected_at DESC, s.id DESC LIMIT 1
  ) s ON true
 WHERE a.deleted_at IS NULL;

-- Up to which `push_no` the agent's open events of each type wait: nothing pushes them. Those above it are on their way, by its socket or else by its webhook.
CREATE VIEW waiting_up_to AS
SELECT r.agent_id, r.session_id, r.slot, t.type, CASE
         WHEN r.slot IS NOT NULL THEN CASE WHEN t.stays_with_polls THEN r.kept_after ELSE 0 END
         WHEN r.has_webhook AND (r.takes_triggers OR t.type <> 'task_trigger') THEN 0
         ELSE 9223372036854775807
       END AS push_no
  FROM agent_reach r CROSS JOIN (VALUES
    ('user_message', false), ('decision_resolved', false), ('run_cancelled', false), ('task_due', true), ('task_trigger', true)
  ) t (type, stays_with_polls);

-- The event log. No foreign keys: who removes an event removes its attempts. `subject_id` is what the event tells of: a message, a decision, a run or a task, by its
-- type. `seq` counts the agent's events without gaps; `push_no` is the order in which they are pushed: an event that is to be pushed again takes a new one. `attempt`
-- and `round_start` count webhook attempts, which begin anew with each redelivery. While `in_flight_until` is ahead a dispatcher makes an attempt, while `leased_until`
-- is a poll has it. `is_listed`: polls show it until its run ends, while its agent is not connected; `is_queued`: also while it is. `handed_out_no` is the page of the
-- long poll that has shown it.
CREATE TABLE event (
  id              TEXT NOT NULL COLLATE "C",
  agent_id        TEXT NOT NULL,
  seq             BIGINT NOT NULL,
  push_no         BIGINT NOT NULL,
  type            TEXT NOT NULL,
  frame           TEXT NOT NULL,
  subject_id      TEXT,
  created_at      TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  state           TEXT NOT NULL DEFAULT 'open',
  channel         TEXT,
  drop_reason     TEXT,
  delivered_at    TIMESTAMPTZ(3),
  ended_at        TIMESTAMPTZ(3),
  attempt         INTEGER NOT NULL DEFAULT 0,
  round_start     INTEGER NOT NULL DEFAULT 0,
  last_outcome    TEXT,
  next_attempt_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  in_flight_until TIMESTAMPTZ(3),
  leased_until    TIMESTAMPTZ(3),
  is_listed       BOOLEAN NOT NULL DEFAULT false,
  is_queued       BOOLEAN NOT NULL DEFAULT false,
  handed_out_no   BIGINT,
  PRIMARY KEY (id),
  CONSTRAINT event_type_check CHECK (type IN ('user_message', 'decision_resolved', 'task_due', 'task_trigger', 'run_cancelled')),
  CONSTRAINT event_state_check CHECK (state IN ('open', 'delivered', 'failed')),
  CONSTRAINT event_channel_check CHECK (channel IN ('websocket', 'webhook', 'poll', 'long_poll'))
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
COMMENT ON TABLE event IS 'gives: type EventType, state EventState, last_outcome AttemptOutcome';
CREATE UNIQUE INDEX event_agent_id_seq_key ON event (agent_id, seq);
-- What is open is looked for by its type: a million triggers that wait are no load for a look for something else.
CREATE INDEX event_open_idx ON event (agent_id, type, push_no) WHERE state = 'open';
CREATE INDEX event_due_idx ON event (agent_id, type, next_attempt_at, seq) WHERE state = 'open';
CREATE INDEX event_in_flight_idx ON event (agent_id) WHERE in_flight_until IS NOT NULL;
CREATE INDEX event_listed_idx ON event (agent_id, type, seq) WHERE is_listed;
CREATE INDEX event_handed_out_idx ON event (agent_id, seq) WHERE handed_out_no IS NOT NULL;
CREATE INDEX event_failed_idx ON event (agent_id, seq) WHERE state = 'failed';
CREATE INDEX event_untriggered_idx ON event (agent_id, type, seq) WHERE type <> 'task_trigger';
CREATE INDEX event_ended_at_idx ON event (ended_at) WHERE ended_at IS NOT NULL AND NOT is_listed;
-- A message or a decision is kept as long as its agent has not heard of it. Runs are left out: each names its event.
CREATE INDEX event_subject_idx ON event (subject_id) WHERE state = 'open' AND NOT starts_with(subject_id, 'run_');
-- JavaScript holds its numbers exactly.
CREATE SEQUENCE event_handed_out_no MAXVALUE 9007199254740991;

-- Appends events, in the order of the arrays. Who writes the fact that causes them calls it in the same transaction. The counters are locked in one order, and each
-- look sees what was committed before it. An agent with a webhook is due at once, one that is connected when its hub would count as gone.
-- PostgreSQL expects ten agents, and would plan each call with fewer anew.
CREATE FUNCTION append_events(ids TEXT[], agents TEXT[], types TEXT[], frames TEXT[], subjects TEXT[])
RETURNS TABLE (event_id TEXT, agent_id TEXT, type TEXT, subject_id TEXT, seq BIGINT, push_no BIGINT, created_at TIMESTAMPTZ, owner_id TEXT, slot TEXT, is_reachable BOOLEAN)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  moment TIMESTAMPTZ;
BEGIN
  PERFORM 1 FROM agent_counter c WHERE c.agent_id = ANY (agents) ORDER BY c.agent_id FOR UPDATE;
  -- The columns keep whole milliseconds, and round: the moment would not have come yet.
  moment := date_trunc('milliseconds', clock_timestamp());
  RETURN QUERY
  WITH numbered AS MATERIALIZED (
    SELECT u.*, row_number() OVER (PARTITION BY u.agent_id ORDER BY u.ordinal) AS number
      FROM unnest(ids, agents, types, frames, subjects) WITH ORDINALITY AS u (id, agent_id, type, frame, subject_id, ordinal)
  ), counted AS (
    UPDATE agent_counter c
       SET last_seq = c.last_seq + n.events, last_push_no = c.last_push_no + n.events,
           next_due_at = CASE WHEN NOT r.has_webhook OR n.are_triggers AND NOT r.takes_triggers THEN c.next_due_at
                              ELSE LEAST(c.next_due_at, moment + CASE WHEN r.slot IS NULL THEN interval '0' ELSE interval '10 seconds' END) END
      FROM (SELECT agent_id, count(*) AS events, bool_and(type = 'task_trigger') AS are_triggers FROM numbered GROUP BY agent_id) n
      JOIN agent_reach r ON r.agent_id = n.agent_id
     WHERE c.agent_id = n.agent_id
    RETURNING c.agent_id, c.last_seq - n.events AS before, c.last_push_no - n.events AS push_before, r.owner_id, r.slot, r.has_webhook, r.takes_triggers
  ), placed AS MATERIALIZED (
    SELECT t.*, c.before + t.number AS seq, c.push_before + t.number AS push_no, c.owner_id, c.slot,
           c.slot IS NOT NULL OR c.has_webhook AND (c.takes_triggers OR t.type <> 'task_trigger') AS is_reachable
      FROM numbered t JOIN counted c ON c.agent_id = t.agent_id
  ), written AS (
    INSERT INTO event (id, agent_id, seq, push_no, type, frame, subject_id, created_at, next_attempt_at, is_listed, is_queued)
    SELECT p.id, p.agent_id, p.seq, p.push_no, p.type, p.frame, p.subject_id, now(), moment, p.type = 'task_trigger', p.type = 'task_trigger' AND p.slot IS NULL FROM placed p
  )
  SELECT p.id, p.agent_id, p.type, p.subject_id, p.seq, p.push_no, now()::timestamptz(3), p.owner_id, p.slot, p.is_reachable FROM placed p;
END $$;

-- Sends events again, each under its id and a new `push_no`, with a new round of attempts. Returns them with how their agents can be reached. The caller holds
-- their runs. With `of_state`, only those in that state.
CREATE FUNCTION restart_events(ids TEXT[], of_state TEXT)
RETURNS TABLE (event_id TEXT, agent_id TEXT, type TEXT, subject_id TEXT, seq BIGINT, push_no BIGINT, created_at TIMESTAMPTZ, owner_id TEXT, slot TEXT, is_reachable BOOLEAN, frame TEXT) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  moment TIMESTAMPTZ;
BEGIN
  PERFORM 1 FROM agent_counter c WHERE c.agent_id IN (SELECT e.agent_id FROM event e WHERE e.id = ANY (ids)) ORDER BY c.agent_id FOR UPDATE;
  moment := date_trunc('milliseconds', clock_timestamp());
  RETURN QUERY
  WITH locked AS MATERIALIZED (
    SELECT e.id, e.agent_id, e.seq FROM event e WHERE e.id = ANY (ids) AND (of_state IS NULL OR e.state = of_state) ORDER BY e.id FOR NO KEY UPDATE
  ), numbered AS MATERIALIZED (
    SELECT h.id, h.agent_id, row_number() OVER (PARTITION BY h.agent_id ORDER BY h.seq) AS number FROM locked h
  ), counted AS (
    UPDATE agent_counter c SET last_push_no = c.last_push_no + n.events, next_due_at = CASE WHEN r.has_webhook THEN LEAST(c.next_due_at, moment) ELSE c.next_due_at END
      FROM (SELECT agent_id, count(*) AS events FROM numbered GROUP BY agent_id) n JOIN agent_reach r ON r.agent_id = n.agent_id
     WHERE c.agent_id = n.agent_id
    RETURNING c.agent_id, c.last_push_no - n.events AS before, r.owner_id, r.slot, r.has_webhook, r.takes_triggers
  )
  UPDATE event e
     SET state = 'open', push_no = c.before + t.number, round_start = e.attempt, last_outcome = NULL, channel = NULL, drop_reason = NULL, delivered_at = NULL,
         ended_at = NULL, next_attempt_at = moment, in_flight_until = NULL, leased_until = NULL, handed_out_no = NULL,
         is_listed = e.type = 'task_trigger', is_queued = e.type = 'task_trigger' AND (e.is_queued OR c.slot IS NULL)
    FROM numbered t JOIN counted c ON c.agent_id = t.agent_id WHERE e.id = t.id
  RETURNING e.id, e.agent_id, e.type, e.subject_id, e.seq, e.push_no, e.created_at, c.owner_id, c.slot,
            c.slot IS NOT NULL OR c.has_webhook AND (c.takes_triggers OR e.type <> 'task_trigger'), e.frame;
END $$;

-- Events of these types tell of a run, which their agent is to start. Their subject is the run.
CREATE FUNCTION is_of_run(type TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE AS $$ SELECT type IN ('task_due', 'task_trigger') $$;

-- Makes those of the runs that are pending running, in one order: the time of a run begins, if its task limits it, and it is not offered again. `are_touched`: their
-- agent has begun them itself.
CREATE FUNCTION begin_runs(ids TEXT[], are_touched BOOLEAN DEFAULT false) RETURNS TABLE (id TEXT, task_id TEXT) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM 1 FROM task_run r WHERE r.id = ANY (ids) AND r.status = 'pending' ORDER BY r.id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY
  UPDATE task_run r
     SET status = 'running', touched_at = CASE WHEN are_touched THEN now() END, offer_at = NULL,
         (deadline_at, due_at) = (SELECT m.ends_at, m.ends_at FROM (SELECT now() + t.timeout_seconds * interval '1 second' AS ends_at FROM task t WHERE t.id = r.task_id) m)
   WHERE r.id = ANY (ids) AND r.status = 'pending'
  RETURNING r.id, r.task_id;
END $$;

-- Records that agents have events, also some that have failed. Their pending runs begin; they are locked before the events. A queued trigger
-- stays listed until its run ends; the next polls leave it out for five minutes. Returns the events that were not delivered before.
-- PostgreSQL expects ten ids, and would plan each call with fewer anew, which takes longer than the call. This holds in `begin_runs` too.
CREATE FUNCTION receive_events(ids TEXT[], channel TEXT)
RETURNS TABLE (event_id TEXT, agent_id TEXT, type TEXT) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  PERFORM begin_runs(ARRAY(SELECT e.subject_id FROM event e WHERE e.id = ANY (ids) AND e.state <> 'delivered' AND is_of_run(e.type)));
  RETURN QUERY
  UPDATE event e
     SET state = 'delivered', channel = receive_events.channel, drop_reason = NULL, delivered_at = now(), ended_at = now(), is_listed = e.is_queued,
         leased_until = CASE WHEN e.is_queued THEN now() + interval '5 minutes' END, in_flight_until = NULL, handed_out_no = NULL
   WHERE e.id = ANY (ids) AND e.state <> 'delivered'
  RETURNING e.id, e.agent_id, e.type;
END $$;

-- Ends events whose runs have ended by a word of their agent, which has had them so. The caller has locked the runs.
CREATE FUNCTION end_events(ids TEXT[]) RETURNS VOID LANGUAGE sql AS $$
  UPDATE event e
     SET state = 'delivered', channel = coalesce(e.channel, 'poll'), drop_reason = NULL, delivered_at = coalesce(e.delivered_at, now()), ended_at = now(),
         is_listed = false, is_queued = false, leased_until = NULL, in_flight_until = NULL, handed_out_no = NULL
   WHERE e.id = ANY (ids) AND (e.state = 'open' OR e.is_listed)
$$;

-- Ends the events of runs that have ended otherwise; those that were not delivered are dropped. The caller has locked the runs.
CREATE FUNCTION drop_events_of(runs TEXT[], reason TEXT) RETURNS VOID LANGUAGE sql AS $$
  UPDATE event e
     SET state = CASE WHEN e.state = 'delivered' THEN e.state ELSE 'failed' END, drop_reason = CASE WHEN e.state <> 'delivered' THEN reason END,
         ended_at = now(), is_listed = false, is_queued = false, leased_until = NULL, in_flight_until = NULL, handed_out_no = NULL
   WHERE e.id IN (
     SELECT e.id FROM event e WHERE e.id = ANY (ARRAY(SELECT r.event_id FROM task_run r WHERE r.id = ANY (runs))) AND (e.state = 'open' OR e.is_listed)
      ORDER BY e.id FOR UPDATE
   )
$$;

-- Neither a webhook attempt nor a poll has the event in hand.
CREATE FUNCTION is_free(in_flight_until TIMESTAMPTZ, leased_until TIMESTAMPTZ) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT (in_flight_until IS NULL OR in_flight_until <= now()) AND (leased_until IS NULL OR leased_until <= now())
$$;

-- Marks open events, and failed ones that polls show, as handed out on one new page of the long poll. What was handed out before keeps its page. Rows are locked in
-- one order, and only the locked rows decide. Returns the events and their pages; with `free_only` those that nothing else has in hand.
CREATE FUNCTION hand_out(ids TEXT[], free_only BOOLEAN) RETURNS TABLE (id TEXT, no BIGINT) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH locked AS MATERIALIZED (
    SELECT e.id, e.handed_out_no FROM event e
     WHERE e.id = ANY (ids) AND (e.state = 'open' OR e.is_listed AND e.state = 'failed') AND (NOT free_only OR is_free(e.in_flight_until, e.leased_until))
     ORDER BY e.id FOR NO KEY UPDATE
  ), page AS MATERIALIZED (
    SELECT nextval('event_handed_out_no') AS no FROM (SELECT FROM locked WHERE handed_out_no IS NULL LIMIT 1) h
  ), handed_out AS (
    UPDATE event e SET handed_out_no = p.no FROM page p WHERE e.id = ANY (ARRAY(SELECT id FROM locked WHERE handed_out_no IS NULL))
    RETURNING e.id, e.handed_out_no
  )
  SELECT * FROM handed_out UNION ALL SELECT * FROM locked WHERE handed_out_no IS NOT NULL;
END $$;

-- An event as its readers see it: what is open is pending if something pushes it, and otherwise waiting. Retention may remove the run, which knows its task, before the
-- event; but in the head of the frame stands the task as well. No text within the frame can look like the field, because its quotation marks are escaped.
CREATE VIEW event_record AS
SELECT e.id, e.agent_id, e.seq, e.type, CASE WHEN e.state <> 'open' THEN e.state WHEN e.push_no <= w.push_no THEN 'waiting' ELSE 'pending' END AS state,
       CASE WHEN e.handed_out_no IS NOT NULL THEN 'long_poll' ELSE e.channel END AS channel, e.drop_reason, e.subject_id,
       CASE WHEN is_of_run(e.type) THEN substring(left(e.frame, 1000) FROM '"task_id":"([^"]+)"') END AS task_id, e.created_at, e.delivered_at,
       CASE WHEN e.state = 'open' AND e.push_no > w.push_no AND e.attempt > e.round_start AND coalesce(e.in_flight_until, now()) <= now()
            THEN e.next_attempt_at END AS next_attempt_at
  FROM event e LEFT JOIN waiting_up_to w ON w.agent_id = e.agent_id AND w.type = e.type;
COMMENT ON VIEW event_record IS 'gives: type EventType, state EventState, channel? EventChannel, subject_id?, task_id?, delivered_at?, next_attempt_at?';

CREATE TABLE delivery_attempt (
  id           TEXT NOT NULL COLLATE "C",
  event_id     TEXT NOT NULL COLLATE "C",
  retry_num    INTEGER NOT NULL,
  retry_reason TEXT NOT NULL,
  outcome      TEXT,
  status_code  INTEGER,
  error        TEXT,
  response     TEXT,
  duration_ms  INTEGER,
  started_at   TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (event_id, id)
) WITH (fillfactor = 60);
COMMENT ON TABLE delivery_attempt IS 'gives: retry_reason RetryReason';
CREATE INDEX delivery_attempt_started_at_idx ON delivery_attempt (started_at);

-- Webhooks that have failed lately: how often, in the half of a window that runs and in the one before, and whether deliveries are held back. No foreign key:
-- who records an attempt does not wait for the deletion of its agent.
CREATE TABLE webhook_breaker (
  agent_id        TEXT NOT NULL,
  state           TEXT NOT NULL DEFAULT 'closed',
  half_began_at   TIMESTAMPTZ(3) NOT NULL,
  attempts        INTEGER NOT NULL DEFAULT 0,
  failures        INTEGER NOT NULL DEFAULT 0,
  attempts_before INTEGER NOT NULL DEFAULT 0,
  failures_before INTEGER NOT NULL DEFAULT 0,
  opened_at       TIMESTAMPTZ(3) NOT NULL,
  opened_attempts INTEGER NOT NULL,
  opened_failures INTEGER NOT NULL,
  probes          INTEGER NOT NULL DEFAULT 0,
  probe_at        TIMESTAMPTZ(3) NOT NULL,
  doublings       INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (agent_id),
  CONSTRAINT webhook_breaker_state_check CHECK (state IN ('closed', 'open'))
);
CREATE INDEX webhook_breaker_closed_idx ON webhook_breaker (half_began_at) WHERE state = 'closed';

-- Events of a time that are sent again, in steps of the scheduler. The row holds how far it is, so that any scheduler goes on from there.
CREATE TABLE replay (
  id              TEXT NOT NULL,
  agent_id        TEXT NOT NULL,
  state           TEXT NOT NULL DEFAULT 'running',
  event_state     TEXT NOT NULL,
  event_type      TEXT,
  from_at         TIMESTAMPTZ(3) NOT NULL,
  to_at           TIMESTAMPTZ(3) NOT NULL,
  rate_per_second INTEGER NOT NULL,
  done_seq        BIGINT NOT NULL,
  began_seq       BIGINT NOT NULL,
  last_seq        BIGINT NOT NULL,
  under_way       TEXT[] NOT NULL DEFAULT '{}',
  waits_for       TEXT,
  redelivered     INTEGER NOT NULL DEFAULT 0,
  delivered       INTEGER NOT NULL DEFAULT 0,
  failed          INTEGER NOT NULL DEFAULT 0,
  waiting         INTEGER NOT NULL DEFAULT 0,
  skipped         INTEGER NOT NULL DEFAULT 0,
  removed         BIGINT NOT NULL DEFAULT 0,
  next_step_at    TIMESTAMPTZ(3),
  created_at      TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  ended_at        TIMESTAMPTZ(3),
  PRIMARY KEY (id),
  FOREIGN KEY (agent_id) REFERENCES agent(id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT replay_event_state_check CHECK (event_state IN ('failed', 'delivered')),
  CONSTRAINT replay_state_check CHECK (state IN ('running', 'finished', 'cancelled'))
);
COMMENT ON TABLE replay IS 'gives: event_state ''failed'' | ''delivered'', event_type EventType, waits_for ''agent'' | ''own_events'' | ''other_events''';
CREATE INDEX replay_agent_id_id_idx ON replay (agent_id, id);
CREATE INDEX replay_due_idx ON replay (next_step_at) WHERE next_step_at IS NOT NULL;

-- A replay as its readers see it: it is queued while an earlier one of its agent runs. It waits while nothing can reach the agent, or as many events of it as may be, or
-- others of the agent, are on their way. Its progress is its place in the log, which costs no counting; what is under way keeps it below 100. Events were skipped whose
-- run is finished, or which were on their way already, and removed that were not kept any more when it came to them, or before their outcome was known.
CREATE VIEW replay_record AS
SELECT r.id AS "replayId", r.agent_id AS "agentId", r.event_state AS "eventState", r.event_type AS "eventType", r.from_at AS "from", r.to_at AS "to",
       r.rate_per_second AS "ratePerSecond", cardinality(r.under_way) AS "underWay", r.waits_for AS "waitsFor", r.redelivered, r.delivered, r.failed, r.waiting,
       r.skipped, r.removed, r.created_at AS "createdAt", r.ended_at AS "endedAt",
       CASE WHEN r.state = 'finished' THEN 100 WHEN r.last_seq = r.began_seq THEN 0
            ELSE LEAST(100 * (r.done_seq - r.began_seq) / (r.last_seq - r.began_seq), CASE r.state WHEN 'cancelled' THEN 100 ELSE 99 END)::int
       END AS "progressPercent",
       CASE WHEN r.state = 'running' AND EXISTS (
         SELECT FROM replay o WHERE o.agent_id = r.agent_id AND o.id < r.id AND o.state = 'running'
       ) THEN 'queued' ELSE r.state END AS state
  FROM replay r;
COMMENT ON VIEW replay_record IS
  'gives: state ''queued'' | ''running'' | ''finished'' | ''cancelled'', eventState ''failed'' | ''delivered'', eventType? EventType, '
  'waitsFor? ''agent'' | ''own_events'' | ''other_events'', endedAt?';

-- `key` is what the agent calls a request, so that it asks once however often it asks. Forms and answers are not JSONB, which forgets the order of the fields.
CREATE TABLE decision (
  id                   TEXT NOT NULL,
  agent_id             TEXT NOT NULL,
  conversation_id      TEXT NOT NULL,
  task_run_id          TEXT,
  title                TEXT NOT NULL,
  description          TEXT,
  action               TEXT,
  suggested_pattern    TEXT,
  status               TEXT NOT NULL DEFAULT 'pending',
  note                 TEXT,
  always_allow         BOOLEAN NOT NULL DEFAULT false,
  always_allow_pattern TEXT,
  resolution_reason    TEXT,
  created_at           TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  expires_at           TIMESTAMPTZ(3),
  resolved_at          TIMESTAMPTZ(3),
  event_id             TEXT,
  key                  TEXT,
  answer_schema        JSON,
  proposed             JSON,
  answer               JSON,
  resolved_by_rule_id  TEXT,
  resolved_by_key_id   TEXT,
  resolved_by_key_name TEXT,
  remind_at            TIMESTAMPTZ(3),
  reminded_at          TIMESTAMPTZ(3),
  PRIMARY KEY (id),
  FOREIGN KEY (agent_id) REFERENCES agent(id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT decision_resolution_reason_check CHECK (resolution_reason IN ('user', 'rule', 'expired', 'cancelled')),
  CONSTRAINT decision_status_check CHECK (status IN ('pending', 'approved', 'rejected', 'dismissed', 'cancelled'))
);
CREATE INDEX decision_agent_id_id_idx ON decision (agent_id, id);
CREATE UNIQUE INDEX decision_agent_id_key_key ON decision (agent_id, key) WHERE key IS NOT NULL;
CREATE INDEX decision_agent_id_status_id_idx ON decision (agent_id, status, id);
CREATE INDEX decision_expiry_idx ON decision (expires_at) WHERE status = 'pending';
CREATE INDEX decision_reminder_idx ON decision (remind_at) WHERE status = 'pending' AND reminded_at IS NULL AND remind_at IS NOT NULL;

-- A request with its outcome. Its key is what the agent calls it; its form is null where the user only approves or not. Its pattern is the rule that the answer
-- stored, or that approved it. It is ended by a rule, or by who called with a key: a program of the user, or the agent that withdrew it.
CREATE VIEW decision_record AS
SELECT d.id AS "decisionId", d.agent_id AS "agentId", d.conversation_id AS "conversationId", d.task_run_id AS "taskRunId", d.title, d.description, d.action,
       d.suggested_pattern AS "suggestedPattern", d.key, d.status, d.note, d.always_allow_pattern AS "alwaysAllowPattern",
       d.resolution_reason AS "resolutionReason", d.answer_schema AS "answerSchema", d.proposed, d.answer, d.resolved_by_rule_id AS "resolvedByRuleId",
       d.resolved_by_key_id AS "resolvedByKeyId", d.resolved_by_key_name AS "resolvedByKeyName", d.created_at AS "createdAt", d.expires_at AS "expiresAt",
       d.reminded_at AS "remindedAt", d.resolved_at AS "resolvedAt"
  FROM decision d;
COMMENT ON VIEW decision_record IS
  'gives: taskRunId?, description?, action?, suggestedPattern?, key?, status DecisionStatus, note?, alwaysAllowPattern?, '
  'resolutionReason? ResolutionReason, answerSchema? AnswerSchema, proposed? AnswerValues, answer? AnswerValues, resolvedByRuleId?, resolvedByKeyId?, resolvedByKeyName?, expiresAt?, remindedAt?, resolvedAt?';

-- Moments at which the service does something by itself. A service under test has a clock that stops at each of them, so that what is due happens in its order.
-- Agents that would prolong the leases of their runs, if their timers followed that clock, do not lose them.
CREATE VIEW due_moment AS
SELECT m.kind, m.id, m.at
  FROM (
    SELECT 'task.next_run_at' AS kind, t.id, t.agent_id, t.next_run_at AS at FROM task t WHERE t.enabled AND t.deleted_at IS NULL
    UNION ALL
    SELECT 'task_run.due_at', r.id, r.agent_id, CASE WHEN r.status = 'running' AND (
             EXISTS (SELECT 1 FROM agent a WHERE a.id = r.agent_id AND a.webhook_url IS NOT NULL)
             OR EXISTS (SELECT 1 FROM agent_session s JOIN hub h ON h.slot = s.slot AND h.epoch = s.epoch WHERE s.agent_id = r.agent_id)
           ) THEN LEAST(r.deadline_at, r.offer_at) ELSE r.due_at END
      FROM task_run r WHERE r.status IN ('pending', 'running') AND r.task_id IS NOT NULL
    UNION ALL
    SELECT 'decision.expires_at', d.id, d.agent_id, d.expires_at FROM decision d WHERE d.status = 'pending'
    UNION ALL
    SELECT 'decision.remind_at', d.id, d.agent_id, d.remind_at
      FROM decision d WHERE d.status = 'pending' AND d.reminded_at IS NULL AND d.expires_at > now()
    UNION ALL
    SELECT 'event.next_attempt_at', e.id COLLATE "default", e.agent_id, e.next_attempt_at
      FROM event e JOIN agent_reach w ON w.agent_id = e.agent_id
     WHERE e.state = 'open' AND e.attempt > e.round_start AND (e.in_flight_until IS NULL OR e.in_flight_until <= now()) AND w.slot IS NULL AND w.has_webhook
    UNION ALL
    SELECT 'webhook_breaker.probe_at', b.agent_id, b.agent_id, b.probe_at FROM webhook_breaker b WHERE b.state = 'open'
    UNION ALL
    SELECT 'replay.next_step_at', p.id, p.agent_id, p.next_step_at FROM replay p WHERE p.state = 'running'
  ) m JOIN agent a ON a.id = m.agent_id AND a.deleted_at IS NULL;

CREATE FUNCTION search_is_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_due (id) VALUES (NEW.id);
  RETURN NULL;
END $$;
-- The card of a request is among the first messages since then.
CREATE FUNCTION card_search_is_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_due (id)
  SELECT y.id FROM (
    SELECT m.id, m.decision_id FROM message m
     WHERE m.conversation_id = NEW.conversation_id AND m.created_at >= NEW.created_at - interval '1 second' ORDER BY m.created_at LIMIT 1000
  ) y WHERE y.decision_id = NEW.id LIMIT 1;
  RETURN NULL;
END $$;
CREATE TRIGGER message_search_is_due AFTER INSERT ON message FOR EACH ROW EXECUTE FUNCTION search_is_due();
CREATE TRIGGER decision_search_is_due AFTER UPDATE OF note ON decision FOR EACH ROW WHEN (NEW.note IS DISTINCT FROM OLD.note) EXECUTE FUNCTION card_search_is_due();
CREATE TRIGGER task_search_is_due AFTER INSERT ON task FOR EACH ROW EXECUTE FUNCTION search_is_due();
CREATE TRIGGER task_search_is_due_again AFTER UPDATE OF name, prompt ON task FOR EACH ROW
  WHEN (NEW.name IS DISTINCT FROM OLD.name OR NEW.prompt IS DISTINCT FROM OLD.prompt) EXECUTE FUNCTION search_is_due();

CREATE TABLE decision_rule (
  id         TEXT NOT NULL,
  user_id    TEXT NOT NULL,
  agent_id   TEXT NOT NULL,
  pattern    TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  expires_at TIMESTAMPTZ(3),
  PRIMARY KEY (id),
  FOREIGN KEY (agent_id) REFERENCES agent(id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE UNIQUE INDEX decision_rule_agent_id_pattern_key ON decision_rule (agent_id, pattern);
CREATE INDEX decision_rule_expires_idx ON decision_rule (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX decision_rule_user_id_idx ON decision_rule (user_id);

-- Rules that have not expired.
CREATE VIEW standing_rule AS SELECT * FROM decision_rule WHERE expires_at IS NULL OR expires_at > now();
COMMENT ON VIEW standing_rule IS 'gives: expires_at?';

-- What an entry of a search is of: a message, with the request that it shows, or a task.
CREATE VIEW searched AS
SELECT m.id, c.user_id, c.agent_id AS "agentId", m.created_at AS at, CASE m.kind WHEN 'text' THEN 'message' ELSE m.kind END AS kind, m.id AS "messageId", m.conversation_id AS "conversationId",
       m.sender, m.sender_name AS "senderName", m.task_run_id, m.decision_id, m.text, m.report_title, m.report_description, m.files,
       d.title AS decision_title, d.description AS decision_description, d.action AS decision_action, d.note AS decision_note
  FROM message m JOIN conversation c ON c.id = m.conversation_id JOIN agent a ON a.id = c.agent_id LEFT JOIN decision d ON d.id = m.decision_id
 WHERE c.deleted_at IS NULL AND a.deleted_at IS NULL
UNION ALL
SELECT t.id, a.owner_id, a.id, t.created_at, 'task', NULL, NULL, NULL, NULL, NULL, NULL, t.prompt, t.name, NULL, NULL, NULL, NULL, NULL, NULL
  FROM task t JOIN agent a ON a.id = t.agent_id
 WHERE t.deleted_at IS NULL AND a.deleted_at IS NULL;
COMMENT ON VIEW searched IS
  'gives: kind SearchKind, messageId?, conversationId?, sender? ''agent'' | ''human'', senderName?, task_run_id?, decision_id?, report_title?, report_description?, '
  'files? { name: string }[], decision_title?, decision_description?, decision_action?, decision_note?';

-- What a search finds. Schedulers write it, a moment after the thing itself; triggers remove it together with the thing, so it has no foreign keys. Each word
-- begins with characters that stand for the user, so one index finds the words of one user, and the beginnings of words, without the words of others.
CREATE TABLE search_entry (
  id       TEXT NOT NULL,
  user_id  TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  kind     TEXT NOT NULL,
  at       TIMESTAMPTZ(3) NOT NULL,
  words    TSVECTOR NOT NULL,
  PRIMARY KEY (id)
);
COMMENT ON TABLE search_entry IS 'gives: kind SearchKind';
CREATE INDEX search_entry_user_id_at_idx ON search_entry (user_id, at);
-- A search looks through the entries that are not yet in the index one by one, so there are few of them. Schedulers put them there.
CREATE INDEX search_entry_words_idx ON search_entry USING gin (words) WITH (fastupdate = on, gin_pending_list_limit = 512);

-- Messages and tasks whose words are new. A row more than needed does no harm.
CREATE TABLE search_due (
  no BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY,
  id TEXT NOT NULL,
  PRIMARY KEY (no)
);

-- Entries are only added and removed. Nothing but the address may go earlier.
CREATE TABLE audit_entry (
  id         TEXT NOT NULL,
  user_id    TEXT NOT NULL,
  actor      TEXT NOT NULL,
  actor_id   TEXT,
  area       TEXT NOT NULL,
  action     TEXT NOT NULL,
  outcome    TEXT NOT NULL DEFAULT 'done',
  subject_id TEXT,
  agent_id   TEXT,
  address    TEXT,
  details    JSONB NOT NULL DEFAULT '{}',
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  key_id     TEXT,
  key_name   TEXT,
  PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT audit_entry_actor_check CHECK (actor IN ('user', 'agent', 'system')),
  CONSTRAINT audit_entry_details_check CHECK (octet_length(details::text) <= 4096),
  CONSTRAINT audit_entry_outcome_check CHECK (outcome IN ('done', 'refused'))
);
CREATE INDEX audit_entry_address_idx ON audit_entry (created_at) WHERE address IS NOT NULL;
CREATE INDEX audit_entry_created_at_idx ON audit_entry (created_at);
CREATE INDEX audit_entry_user_id_area_id_idx ON audit_entry (user_id, area, id);
CREATE INDEX audit_entry_user_id_id_idx ON audit_entry (user_id, id);
CREATE INDEX audit_entry_user_id_key_id_id_idx ON audit_entry (user_id, key_id, id) WHERE key_id IS NOT NULL;

CREATE FUNCTION audit_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'address' <> to_jsonb(OLD) - 'address' OR NEW.address IS NOT NULL THEN
    RAISE EXCEPTION 'An entry of the audit log may not be changed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_entry_stays BEFORE UPDATE ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_entry_stays();

-- Erasures that people have asked for, of accounts or of a conversation. When one has ended, nothing in its row is about a person any more.
CREATE TABLE erasure (
  id              TEXT NOT NULL,
  user_id         TEXT,
  requested_at    TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  finished_at     TIMESTAMPTZ(3),
  conversation_id TEXT,
  PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE SET NULL
);
CREATE INDEX erasure_conversation_id_idx ON erasure (conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX erasure_finished_idx ON erasure (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX erasure_user_id_idx ON erasure (user_id);

-- Exports of accounts. The file of an export is on the gateways' disk, under the export's id. No cascade: a gateway removes both before the user goes.
CREATE TABLE account_export (
  id           TEXT NOT NULL,
  user_id      TEXT NOT NULL,
  state        TEXT NOT NULL DEFAULT 'pending',
  lines        INTEGER NOT NULL DEFAULT 0,
  bytes        BIGINT NOT NULL DEFAULT 0,
  attempt      INTEGER NOT NULL DEFAULT 0,
  leased_until TIMESTAMPTZ(3),
  requested_at TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  expires_at   TIMESTAMPTZ(3),
  PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE,
  CONSTRAINT account_export_state_check CHECK (state IN ('pending', 'running', 'ready', 'failed'))
);
COMMENT ON TABLE account_export IS 'gives: state ''pending'' | ''running'' | ''ready'' | ''failed''';
CREATE INDEX account_export_expires_idx ON account_export (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX account_export_open_idx ON account_export (requested_at) WHERE state IN ('pending', 'running');
CREATE INDEX account_export_user_id_idx ON account_export (user_id);

-- What a call with the header Idempotency-Key was answered, for a day. The row is written by the transaction that writes what the call does. Its id is the
-- caller and the hash of the key.
CREATE TABLE idempotency_key (
  id            TEXT NOT NULL,
  user_id       TEXT NOT NULL,
  agent_id      TEXT,
  fingerprint   BYTEA NOT NULL,
  status        SMALLINT,
  answer_sealed BYTEA,
  kept_at       TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (id),
  FOREIGN KEY (agent_id) REFERENCES agent(id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX idempotency_key_agent_id_kept_at_idx ON idempotency_key (agent_id, kept_at);
CREATE INDEX idempotency_key_answer_sealed_with_idx ON idempotency_key (encode(substr(answer_sealed, 9, 4), 'hex'), id) WHERE answer_sealed IS NOT NULL;
CREATE INDEX idempotency_key_kept_at_idx ON idempotency_key (kept_at);
CREATE INDEX idempotency_key_user_id_kept_at_idx ON idempotency_key (user_id, kept_at);

-- Values that a key has sealed, by their column and row. `key_id` names the key; it is null where there is none. A further column needs an index like those of these. No
-- part has a condition of its own: PostgreSQL would lose the order of its index.
CREATE VIEW sealed_value AS
SELECT 'agent.secret_sealed' AS column_name, id, secret_sealed AS sealed, encode(substr(secret_sealed, 9, 4), 'hex') AS key_id FROM agent
UNION ALL SELECT 'agent.signing_secret_sealed', id, signing_secret_sealed, encode(substr(signing_secret_sealed, 9, 4), 'hex') FROM agent
UNION ALL SELECT 'agent.previous_signing_sealed', id, previous_signing_sealed, encode(substr(previous_signing_sealed, 9, 4), 'hex') FROM agent
UNION ALL SELECT 'task.trigger_sealed', id, trigger_sealed, encode(substr(trigger_sealed, 9, 4), 'hex') FROM task
UNION ALL SELECT 'task.sender_sealed', id, sender_sealed, encode(substr(sender_sealed, 9, 4), 'hex') FROM task
UNION ALL SELECT 'idempotency_key.answer_sealed', id, answer_sealed, encode(substr(answer_sealed, 9, 4), 'hex') FROM idempotency_key;

-- Puts other sealed values in place of former ones, where these, compared under the lock, are still there. `column_name` is one of the view's. Returns how many.
CREATE FUNCTION replace_sealed(column_name TEXT, ids TEXT[], formers BYTEA[], anews BYTEA[]) RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
  replaced INTEGER;
BEGIN
  EXECUTE format($update$
    WITH locked AS MATERIALIZED (
      SELECT g.id, g.anew FROM %1$I t JOIN unnest($1, $2, $3) AS g (id, former, anew) ON t.id = g.id AND t.%2$I = g.former
       ORDER BY g.id FOR NO KEY UPDATE OF t SKIP LOCKED
    )
    UPDATE %1$I t SET %2$I = l.anew FROM locked l WHERE t.id = l.id $update$,
    split_part(column_name, '.', 1), split_part(column_name, '.', 2)) USING ids, formers, anews;
  GET DIAGNOSTICS replaced = ROW_COUNT;
  RETURN replaced;
END $$;

-- What is counted of a subject until its time is over, for all processes together: calls in the minute that runs, wrong passwords, and from where people have
-- signed in. A crash of the server empties the table: a minute is counted anew, guesses begin anew, and who signs in waits behind the guesses of others once.
CREATE UNLOGGED TABLE rate_count (
  subject TEXT NOT NULL COLLATE "C",
  points  BIGINT NOT NULL,
  ends_at TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (subject)
) WITH (fillfactor = 70);
CREATE INDEX rate_count_ends_at_idx ON rate_count (ends_at);
