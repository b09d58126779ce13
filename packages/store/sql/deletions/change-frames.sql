-- takes: ids, frames
UPDATE event e SET frame = u.frame FROM unnest($1::text[], $2::text[]) AS u (id, frame) WHERE e.id = u.id
