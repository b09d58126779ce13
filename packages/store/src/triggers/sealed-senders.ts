import type { SealedPlace, SecretBox, SenderSecret } from '@svc/domain';

interface Sealing {
  taskId: string;
  box: SecretBox;
}

/** The secrets of a task's sender as one sealed value. */
export function sealedSecrets(
  secrets: readonly SenderSecret[],
  { taskId, box }: Sealing,
): Buffer<ArrayBuffer> {
  return box.seal(JSON.stringify(secrets), senderPlace(taskId));
}

/** @throws Error if the value does not open ({@link SecretBox.open}). */
export function openedSecrets(sealed: Uint8Array, { taskId, box }: Sealing): SenderSecret[] {
  return JSON.parse(box.open(sealed, senderPlace(taskId))) as SenderSecret[];
}

function senderPlace(taskId: string): SealedPlace {
  return { column: 'trigger.sender_sealed', rowId: taskId };
}
