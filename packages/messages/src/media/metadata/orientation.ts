/** What stands before EXIF data in a JPEG, and sometimes in other files. */
export const EXIF_NAME = 'Exif\0\0';

/** The TIFF tag that says how a picture is to be turned (EXIF 2.32, section 4.6.4). */
const ORIENTATION_TAG = 0x0112;
const UNTURNED = 1;
const ORIENTATION_MAX = 8;
const ENTRY_BYTES = 12;
const TIFF_HEADER_BYTES = 8;

/**
 * How a picture is to be turned, as its EXIF data say: from 2 to 8, or `null` if it is shown as it is or the data cannot be read.
 *
 * @param exif begins with the header of a TIFF file, before which "Exif\0\0" may stand.
 */
export function orientationOf(exif: Buffer): number | null {
  const tiff =
    exif.toString('latin1', 0, EXIF_NAME.length) === EXIF_NAME ? exif.subarray(EXIF_NAME.length) : exif;
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < TIFF_HEADER_BYTES || (order !== 'II' && order !== 'MM')) return null;
  const isLittle = order === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return null;
  const entries = short(directory);
  for (let index = 0; index < entries; index += 1) {
    const at = directory + 2 + index * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) return null;
    if (short(at) !== ORIENTATION_TAG) continue;
    const orientation = short(at + 8);
    return orientation > UNTURNED && orientation <= ORIENTATION_MAX ? orientation : null;
  }
  return null;
}

/** How many bytes {@link exifOf} makes. */
export const EXIF_BYTES = TIFF_HEADER_BYTES + 2 + ENTRY_BYTES + 4;

/** EXIF data, as a TIFF file, that say nothing but how the picture is to be turned. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(EXIF_BYTES);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(TIFF_HEADER_BYTES, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION_TAG, 10);
  // The type of the value, SHORT, and that there is one.
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
