-- Who has sent the files that are there. Only those of agents are written. The days of retention may have removed a message before; such a file counts for its user only.
UPDATE media f SET is_from_agent = true FROM message m WHERE m.id = f.message_id AND m.sender = 'agent' AND f.is_from_agent IS NULL;

-- Older files do not name their message, but their message names them. At that time agents sent pictures only.
UPDATE media f SET is_from_agent = true
  FROM conversation c
  JOIN message m ON m.conversation_id = c.id
 CROSS JOIN unnest(m.image_urls) AS url
 WHERE c.agent_id IN (SELECT agent_id FROM media WHERE message_id IS NULL) AND m.sender = 'agent'
   AND f.id = substring(url FROM '[^/]*$') AND f.agent_id = c.agent_id AND f.message_id IS NULL;
