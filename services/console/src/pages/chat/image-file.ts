/** What the service accepts (specification, "Limits": about 5 MB). */
const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export const IMAGES_MAX = 10;
/** For the file dialog. */
export const IMAGE_ACCEPT = [...IMAGE_TYPES].join(',');

/** Why a file cannot be sent, as a sentence; `null` if it can be sent. */
export function imageProblem(file: { name: string; type: string; size: number }): string | null {
  if (!IMAGE_TYPES.has(file.type)) return `“${file.name}” is not a PNG, JPEG, GIF or WebP picture.`;
  if (file.size > IMAGE_BYTES_MAX) return `“${file.name}” is larger than 5 MB.`;
  return null;
}
