-- One process writes entries at a time: nothing that it reads of a thing is older than an entry of it.
SELECT pg_try_advisory_xact_lock(hashtextextended('search entries', 0)) AS is_held
