/** The bytes of a JSON text without a byte order mark before it, which a reader may pass over (RFC 8259, section 8.1). */
export function withoutByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
