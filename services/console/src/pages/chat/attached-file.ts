import { visibleText } from '../../ui/visible-text.ts';

/** What the service accepts (specification, "Limits": about 5 MB for a picture). */
const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
const IMAGE_PIXELS_MAX = { all: 50_000_000, side: 16_384 };
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

/** What may become a smaller picture. What may move does not, since it would stand still. */
function isPhoto({ type }: { type: string }): boolean {
  return /^image\/(?:jpeg|png)$/.test(type);
}

/** Whether a file is too large for a picture by its bytes, or has to become one. */
function isScaledDown(file: { name: string; type: string; size: number }): boolean {
  return isHeic(file) || (isPhoto(file) && file.size > IMAGE_BYTES_MAX);
}

/** Why a file cannot be sent, as a sentence; `null` if it can be sent. */
export function fileProblem(file: { name: string; type: string; size: number }): string | null {
  const name = visibleText(file.name);
  if (file.size === 0) return `“${name}” is empty.`;
  if (isPicture(file)) return file.size > IMAGE_BYTES_MAX ? `“${name}” is larger than 5 MB.` : null;
  return file.size > FILE_BYTES_MAX ? `“${name}” is larger than 25 MB.` : null;
}

/** What is tried for the longer side, in pixels. The last fits whatever the picture shows. */
const SIDES = [4_096, 2_048, 1_024];
const QUALITY = 0.85;

/** Of a photo of few bytes the browser reads only how many pixels it has. */
export async function isTooLarge(file: File): Promise<boolean> {
  if (isScaledDown(file) || !isPhoto(file)) return isScaledDown(file);
  const image = new Image();
  const url = URL.createObjectURL(file);
  try {
    await new Promise((resolve) => {
      image.onload = image.onerror = resolve;
      image.src = url;
    });
    const { naturalWidth: width, naturalHeight: height } = image;
    return Math.max(width, height) > IMAGE_PIXELS_MAX.side || width * height > IMAGE_PIXELS_MAX.all;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The photo as a JPEG that the service takes, upright; as it is if the browser cannot read it. */
export async function scaledPhoto(file: File): Promise<File> {
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (photo === null) return file;
  try {
    for (const side of SIDES) {
      const blob = await jpegOf(photo, Math.min(1, side / Math.max(photo.width, photo.height)));
      if (blob !== null && blob.size <= IMAGE_BYTES_MAX) {
        return new File([blob], file.name.replace(/\.\w+$/, '') + '.jpg', { type: blob.type });
      }
    }
    return file;
  } finally {
    photo.close();
  }
}

function jpegOf(photo: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(photo.width * scale));
  canvas.height = Math.max(1, Math.round(photo.height * scale));
  const drawing = canvas.getContext('2d');
  if (drawing === null) return Promise.resolve(null);
  // A JPEG cannot be seen through, and would be black there.
  drawing.fillStyle = 'white';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.imageSmoothingQuality = 'high';
  drawing.drawImage(photo, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
