-- Set when a change of the agent's settings lets its webhook take events that wait; the scheduler takes them up and clears it.
ALTER TABLE "agent" ADD COLUMN "take_up_waiting" BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX "agent_take_up_waiting_idx" ON "agent" ("id") WHERE "take_up_waiting";
