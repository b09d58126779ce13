-- Marks the files of messages, which a gateway removes. A file that came with another message stays.
-- takes: message_ids, conversation_id?
UPDATE media SET expired_at = coalesce(expired_at, now()), conversation_id = $2
 WHERE message_id = ANY ($1::text[]) AND id = ANY (ARRAY(
   SELECT regexp_replace(url, '^.*/', '')
     FROM message m CROSS JOIN unnest(
            m.image_urls || m.audio_url || ARRAY(SELECT f ->> 'url' FROM jsonb_array_elements(m.files) f)) url
    WHERE m.id = ANY ($1::text[])))
RETURNING id
