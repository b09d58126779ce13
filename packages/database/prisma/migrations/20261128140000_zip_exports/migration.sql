-- How the export is written. Those of before, and those that gateways of the previous version are asked for, are lines alone.
ALTER TABLE account_export ADD COLUMN format text NOT NULL DEFAULT 'jsonl' CHECK (format IN ('jsonl', 'zip'));
