-- takes: ids, user_ids, agent_ids, kinds, ats, words
INSERT INTO search_entry AS e (id, user_id, agent_id, kind, at, words)
SELECT g.id, g.user_id, g.agent_id, g.kind, g.at, g.words::tsvector
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
       AS g (id, user_id, agent_id, kind, at, words)
    ON CONFLICT (id) DO UPDATE SET words = excluded.words WHERE e.words <> excluded.words
