import { IMAGE_BYTES_MAX, IMAGE_PIXELS_MAX, isPhoto, isScaledDown } from './attached-file.ts';

/** What is tried for the longer side, in pixels. The last fits whatever the picture shows. */
const SIDES = [4_096, 2_048, 1_024];
const QUALITY = 0.85;

/** Whether a file is a photo that has to be scaled down. Of a photo of few bytes the browser reads only how many pixels it has. */
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
