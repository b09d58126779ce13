-- The request that an agent calls so. It is kept from removal until it is read.
SELECT id FROM decision WHERE agent_id = $1 AND key = $2 FOR KEY SHARE
