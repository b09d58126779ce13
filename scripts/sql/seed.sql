-- Rows for plans: 20 users with 50 agents each, and their conversations, messages, tasks, runs and events. One in ten events is open.
INSERT INTO "user" (id, name, email, updated_at) SELECT 'usr_' || u, 'User ' || u, u || '@example.org', now() FROM generate_series(1, 20) AS u;
INSERT INTO agent (id, owner_id, agent_name, kind, webhook_url, secret_hash, secret_sealed)
SELECT 'agt_' || a, 'usr_' || a % 20 + 1, 'Agent ' || a, 'interactive', CASE WHEN a % 2 = 0 THEN 'https://example.org/' || a END, sha256(a::text::bytea), ''
  FROM generate_series(1, 1000) AS a;
INSERT INTO agent_counter (agent_id, last_seq, last_push_no) SELECT id, 40, 40 FROM agent;
INSERT INTO hub (slot, epoch, heartbeat_at) VALUES ('1', 1, now());
INSERT INTO agent_session (id, agent_id, slot, epoch) SELECT 'ses_' || id, id, '1', 1 FROM agent WHERE webhook_url IS NULL;
INSERT INTO conversation (id, agent_id, user_id, last_message_at) SELECT 'cnv_' || id || '_' || c, id, owner_id, now() FROM agent, generate_series(1, 3) AS c;
INSERT INTO message (id, conversation_id, sender, sender_name, text, created_at)
SELECT 'msg_' || c.id || '_' || m, c.id, CASE m % 2 WHEN 0 THEN 'agent' ELSE 'human' END, 'Somebody', 'Text ' || m, now() - m * interval '1 minute'
  FROM conversation c, generate_series(1, 15) AS m;
INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, next_run_at, updated_at)
SELECT 'tsk_' || id || '_' || t, id, 'Task ' || t, 'Do it', '0 9 * * *', CASE t WHEN 1 THEN 'event' ELSE 'scheduled' END, now() + t * interval '1 hour', now()
  FROM agent, generate_series(1, 3) AS t;
INSERT INTO task_run (id, task_id, agent_id, status, origin, finished_at)
SELECT 'run_' || t.id || '_' || r, t.id, t.agent_id, CASE r WHEN 15 THEN 'running' ELSE 'completed' END, 'manual', CASE WHEN r < 15 THEN now() END
  FROM task t, generate_series(1, 15) AS r;
INSERT INTO event (id, agent_id, seq, push_no, type, frame, subject_id, state, ended_at)
SELECT 'evt_' || a.id || '_' || e, a.id, e, e, (ARRAY['user_message', 'task_due', 'task_trigger', 'decision_resolved'])[e % 4 + 1], repeat('x', 300), 'msg_' || e,
       CASE WHEN e > 36 THEN 'open' ELSE 'delivered' END, CASE WHEN e <= 36 THEN now() END
  FROM agent a, generate_series(1, 40) AS e;
INSERT INTO delivery_attempt (id, event_id, retry_num, retry_reason, outcome)
SELECT 'dlv_' || id, id, 0, 'first_attempt', 'delivered' FROM event WHERE seq % 2 = 0 AND state = 'delivered';
ANALYZE;
