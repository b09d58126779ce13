-- Bounds how long a statement of this transaction may take.
-- takes: milliseconds string
SELECT set_config('statement_timeout', $1, true)
