import { base64 } from '@svc/testkit';
import { decodeAudio } from '../message-media.js';

const mp4 = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}`.padEnd(64, '\0'));

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
});
