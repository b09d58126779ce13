import { visibleText } from '../../ui/visible-text.ts';

/** What the service accepts (specification, "Limits": about 5 MB for a picture). */
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
export const IMAGE_PIXELS_MAX = { all: 50_000_000, side: 16_384 };
const FILE_BYTES_MAX = 25 * 1024 * 1024;
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export const FILES_MAX = 10;

/** Whether a file is sent as a picture, which is shown. Any other file is sent under its name. */
export function isPicture({ type }: { type: string }): boolean {
  return IMAGE_TYPES.has(type);
}

/** Whether a file is a photo as phones take them, which few browsers show. Some say nothing of its type. */
export function isHeic({ name, type }: { name: string; type: string }): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);
}

/** Whether a file may become a smaller picture before it is sent. What may move does not, since it would stand still. */
export function isPhoto({ type }: { type: string }): boolean {
  return /^image\/(?:jpeg|png)$/.test(type);
}

/** Whether a file is too large for a picture by its bytes, or has to become one. */
export function isScaledDown(file: { name: string; type: string; size: number }): boolean {
  return isHeic(file) || (isPhoto(file) && file.size > IMAGE_BYTES_MAX);
}

/** Why a file cannot be sent, as a sentence; `null` if it can be sent. */
export function fileProblem(file: { name: string; type: string; size: number }): string | null {
  const name = visibleText(file.name);
  if (file.size === 0) return `“${name}” is empty.`;
  if (isPicture(file)) return file.size > IMAGE_BYTES_MAX ? `“${name}” is larger than 5 MB.` : null;
  return file.size > FILE_BYTES_MAX ? `“${name}” is larger than 25 MB.` : null;
}
