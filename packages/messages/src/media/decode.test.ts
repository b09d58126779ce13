import { describe, expect, it } from '@jest/globals';
import { AUDIO_BYTES_MAX } from '@svc/domain';
import { base64 } from '@svc/testkit';
import { decodeAudio } from '../message-media.js';

const mp4 = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}`.padEnd(64, '\0'));

/** A ZIP whose one file is of unknown length, and in which almost every byte may begin what ends it. */
function archive(byteLength: number): Buffer {
  const bytes = Buffer.alloc(byteLength, 'PK\x07');
  const head = Buffer.alloc(31);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(8, 6);
  head.writeUInt16LE(1, 26);
  head.write('a', 30);
  head.copy(bytes);
  return bytes;
}

/** How long it takes to refuse a text at best, in milliseconds of the processor, which others may keep busy meanwhile. */
async function refusalMs(text: string): Promise<number> {
  let best = Infinity;
  for (let tries = 0; tries < 5; tries += 1) {
    const before = process.cpuUsage();
    await expect(decodeAudio(text)).rejects.toMatchObject({ code: 'invalid_audio' });
    best = Math.min(best, process.cpuUsage(before).user / 1_000);
  }
  return best;
}

describe('a recording', () => {
  it.each([
    ['audio/mp4', mp4('M4A ')],
    ['audio/mp4', mp4('isom')],
    ['audio/aac', Buffer.from([0xff, 0xf1, 0x50, 0x80, 0, 0, 0])],
    ['audio/mpeg', Buffer.from([0xff, 0xfb, 0x90, 0x64, 0, 0, 0])],
    ['audio/ogg', Buffer.from('OggS'.padEnd(28, '\0') + 'OpusHead'.padEnd(32, '\0'))],
    ['audio/webm', Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104', 'hex')],
    ['audio/wav', Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ')],
  ])('may be %s', async (contentType, bytes) => {
    await expect(decodeAudio(base64(bytes))).resolves.toMatchObject({ contentType });
  });

  it('is known by its beginning, so that a file that is slow to look through holds up nobody', async () => {
    const [text, slow] = [Buffer.alloc(AUDIO_BYTES_MAX, 'a'), archive(AUDIO_BYTES_MAX)];
    expect(await refusalMs(base64(slow))).toBeLessThan(4 * (await refusalMs(base64(text))));
  });
});
