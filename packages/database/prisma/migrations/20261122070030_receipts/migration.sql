-- Who writes a receipt holds its task against deletion, and a deletion removes receipts before the task.
ALTER TABLE "trigger_receipt" DROP CONSTRAINT "trigger_receipt_task_id_fkey";
