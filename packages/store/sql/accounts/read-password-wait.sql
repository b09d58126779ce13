SELECT extract(epoch FROM next_at - now())::float8 AS seconds FROM password_try WHERE subject = $1
