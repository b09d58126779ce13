-- How many files of a sender wait for a message, up to a number. A statement sees what was committed when it began, and one that has waited for the user's row
-- would miss the files of those that it has waited for. What a volatile function asks for begins when it is called.
CREATE FUNCTION uploads_waiting(of_user text, of_agent text, up_to integer) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (SELECT count(*) FROM (
    SELECT 1 FROM upload WHERE user_id = of_user AND agent_id IS NULL AND of_agent IS NULL
    UNION ALL
    SELECT 1 FROM upload WHERE user_id = of_user AND agent_id = of_agent
    LIMIT up_to) x);
END $$;
