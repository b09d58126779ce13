-- The form of an agent's request, what the agent proposes, and the user's answer. Not JSONB, which forgets the order of the fields.
ALTER TABLE "decision" ADD COLUMN "answer_schema" JSON;
ALTER TABLE "decision" ADD COLUMN "proposed" JSON;
ALTER TABLE "decision" ADD COLUMN "answer" JSON;

-- By what it was resolved: the rule that approved it, or the key of the program that answered or withdrew it. The rule or the key may be gone since.
ALTER TABLE "decision" ADD COLUMN "resolved_by_rule_id" TEXT;
ALTER TABLE "decision" ADD COLUMN "resolved_by_key_id" TEXT;
ALTER TABLE "decision" ADD COLUMN "resolved_by_key_name" TEXT;
