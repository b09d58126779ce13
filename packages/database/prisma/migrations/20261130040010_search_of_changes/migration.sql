-- From here to the end of the migration statements that write messages, tasks and requests wait.

-- An array, and no join, so that the index by id is used however many rows there are.
CREATE FUNCTION search_forgets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_entry WHERE id = ANY (ARRAY(SELECT g.id FROM gone g));
  RETURN NULL;
END $$;

CREATE TRIGGER message_search_forgets AFTER DELETE ON message REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION search_forgets();
CREATE TRIGGER task_search_forgets AFTER DELETE ON task REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION search_forgets();

CREATE FUNCTION search_is_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_due (id) VALUES (NEW.id);
  RETURN NULL;
END $$;

CREATE TRIGGER task_search_is_due AFTER INSERT ON task FOR EACH ROW EXECUTE FUNCTION search_is_due();
CREATE TRIGGER task_search_is_due_again AFTER UPDATE OF name, prompt ON task FOR EACH ROW
  WHEN (NEW.name IS DISTINCT FROM OLD.name OR NEW.prompt IS DISTINCT FROM OLD.prompt) EXECUTE FUNCTION search_is_due();
-- The request itself comes with its card, which is a message.
CREATE TRIGGER decision_search_is_due AFTER UPDATE OF note ON decision FOR EACH ROW
  WHEN (NEW.note IS DISTINCT FROM OLD.note) EXECUTE FUNCTION search_is_due();
