import sharp from 'sharp';

/** What a camera has written beside the picture. */
export const GPS = 'Taken at 52.5 N by Ada';

/** A photo of 30 by 20 pixels that lies on its side, as phones store it. */
export function takenPhoto(): Promise<Buffer> {
  return sharp({ create: { width: 30, height: 20, channels: 3, background: 'blue' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { ImageDescription: GPS } })
    .jpeg()
    .toBuffer();
}

/** What is to be seen of it. */
export const UPRIGHT = { format: 'jpeg', width: 20, height: 30, orientation: undefined, exif: undefined };

export async function seenOf(file: Buffer): Promise<typeof UPRIGHT> {
  const { format, width, height, orientation, exif } = await sharp(file).metadata();
  return { format, width, height, orientation, exif } as typeof UPRIGHT;
}
