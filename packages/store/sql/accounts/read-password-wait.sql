SELECT extract(epoch FROM ends_at - interval '1 hour' - now())::float8 AS seconds FROM rate_count WHERE subject = $1
