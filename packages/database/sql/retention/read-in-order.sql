-- Makes PostgreSQL read the index of the time in its order until the commit. Else it might read and sort all
-- that is due, when its statistics are old.
SELECT set_config(name, 'off', true)
  FROM unnest(ARRAY['enable_seqscan', 'enable_bitmapscan', 'enable_sort']) AS name
