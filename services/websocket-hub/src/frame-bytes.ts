/** Opcodes with the bit that says that the frame is a whole message (RFC 6455, section 5.2). */
const TEXT = 0x81;
const PING = 0x89;

/**
 * A message or a ping as the bytes of an unmasked frame, as a server sends it. `ws` writes head and content of a frame separately, which costs more than
 * all else that is done for a small one.
 */
export const frameBytes = {
  text: (text: string): Buffer => framed(TEXT, text),
  ping: (payload: string): Buffer => framed(PING, payload),
};

function framed(head: number, text: string): Buffer {
  const length = Buffer.byteLength(text);
  const offset = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(offset + length);
  frame[0] = head;
  if (offset === 2) frame[1] = length;
  else if (offset === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeUInt32BE(Math.floor(length / 2 ** 32), 2);
    frame.writeUInt32BE(length % 2 ** 32, 6);
  }
  frame.write(text, offset);
  return frame;
}
