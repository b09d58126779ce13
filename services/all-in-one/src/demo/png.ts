import { crc32, deflateSync } from 'node:zlib';

export type Color = readonly [red: number, green: number, blue: number];

/** A picture whose points are numbers of colours in a palette. */
export interface IndexedPicture {
  width: number;
  height: number;
  /** One byte for each point, row by row from the top. */
  points: Uint8Array;
  /** At most 256 colours. */
  palette: readonly Color[];
}

/** PNG, section 5.2. */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** PNG, section 11.2.2: 8 bits for each point, which are numbers in a palette. */
const BIT_DEPTH = 8;
const COLOR_TYPE_INDEXED = 3;
/** PNG, section 9.2: the row is as it is. */
const FILTER_NONE = 0;

/** The picture as the bytes of a PNG file. @throws RangeError if points and size disagree. */
export function encodePng({ width, height, points, palette }: IndexedPicture): Buffer {
  if (points.length !== width * height) {
    throw new RangeError(`${width} x ${height} points are not ${points.length}`);
  }
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const start = y * (width + 1);
    rows[start] = FILTER_NONE;
    rows.set(points.subarray(y * width, (y + 1) * width), start + 1);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(width, height)),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function header(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  // What follows, compression, filter and interlace, have one value each, which is 0.
  bytes.set([BIT_DEPTH, COLOR_TYPE_INDEXED], 8);
  return bytes;
}

/** PNG, section 5.3: length, type, data, and a CRC over type and data. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
