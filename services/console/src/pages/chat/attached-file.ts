/** What the service accepts (specification, "Limits": about 5 MB for a picture). */
const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
const FILE_BYTES_MAX = 25 * 1024 * 1024;
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export const FILES_MAX = 10;

/** Whether a file is sent as a picture, which is shown. Any other file is sent under its name. */
export function isPicture({ type }: { type: string }): boolean {
  return IMAGE_TYPES.has(type);
}

/** Why a file cannot be sent, as a sentence; `null` if it can be sent. */
export function fileProblem(file: { name: string; type: string; size: number }): string | null {
  if (file.size === 0) return `“${file.name}” is empty.`;
  if (isPicture(file)) return file.size > IMAGE_BYTES_MAX ? `“${file.name}” is larger than 5 MB.` : null;
  return file.size > FILE_BYTES_MAX ? `“${file.name}” is larger than 25 MB.` : null;
}
