-- Past receipts are found where they lie on the disk, part by part, so that a call of a trigger writes one index entry for its receipt.
DROP INDEX "trigger_receipt_received_at_idx";
