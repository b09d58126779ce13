SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms
