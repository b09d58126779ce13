/** The generator polynomial of a page's checksum (RFC 3533, section 6). */
const POLYNOMIAL = 0x04c11db7;

const TABLE = Int32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ POLYNOMIAL : value << 1;
  return value;
});

/** The checksum of a page whose own field of it is 0. Other than that of zlib, it takes the highest bit first. */
export function oggChecksum(bytes: Buffer, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1)
    value = (value << 8) ^ (TABLE[(value >>> 24) ^ (bytes[at] ?? 0)] ?? 0);
  return value >>> 0;
}
