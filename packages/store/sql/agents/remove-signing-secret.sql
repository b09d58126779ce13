-- From now on the agent's secret alone signs.
-- takes: id
UPDATE agent SET signing_secret_sealed = NULL, previous_signing_sealed = NULL, previous_signing_until = NULL
 WHERE id = $1
