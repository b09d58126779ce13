-- Makes PostgreSQL read the index of the time in its order until the commit, whatever its statistics say.
SELECT set_config(name, 'off', true)
  FROM unnest(ARRAY['enable_seqscan', 'enable_bitmapscan', 'enable_sort']) AS name
