-- CreateIndex
CREATE INDEX "delivery_attempt_started_at_idx" ON "delivery_attempt"("started_at");
