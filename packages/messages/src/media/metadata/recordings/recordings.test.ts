import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { AUDIO_BYTES_MAX, ServiceError } from '@svc/domain';
import fc from 'fast-check';
import { withoutMetadata } from '../../without-metadata.js';
import { RECORDING_PARTS_MAX } from './recording-parts.js';

const strip = (contentType: string, bytes: Buffer) =>
  withoutMetadata({ contentType, bytes: Buffer.from(bytes) }).bytes;

/**
 * Recordings that say, in each way that phones and programs know, who made them, where and when. The checksums are of files from which ffmpeg 5.1 decodes
 * the same sound as from the samples (`ffmpeg -i <file> -map 0:a -f md5 -`), and in which exiftool 12.57 and ffprobe find no person, place, time or program.
 */
const SAMPLES: [name: string, contentType: string, kept: string][] = [
  ['phone.mp4', 'audio/mp4', '5bfb8a24523efa17dc7bc2e7ab5fbf2373e9800287d6fa89cf434db22d3d3f6f'],
  ['places.mp4', 'audio/mp4', '39a6ddead7079f159e35d096538efd89786862d76040b95fb25e0d31cc795630'],
  ['live.mp4', 'audio/mp4', '4e37a75cdac5e68ee548269ddb6711ae6338aff5b8426a8879c31ae1783322b9'],
  ['opus.ogg', 'audio/ogg', '7826d9dd45d863e37513d4ae2e8606ad359e5281b7cd1573792b4afc71826bdb'],
  ['vorbis.ogg', 'audio/ogg', '1f62126f8587fbea3929d03dd32065deb7b46f0abb51eb146cad4feb45b20456'],
  ['speex.ogg', 'audio/ogg', 'c0d386f1b5a60804a59a66a8ebaf07c3cf1d3083b1e1d4473e39afcce32c2f3a'],
  ['flac.ogg', 'audio/ogg', 'b5b4191d9b9262a2a1504e862e77d6854588ee07e77d3a8fe9581fd61ac0fac5'],
  ['opus.webm', 'audio/webm', 'e2a5fe54114e62013acffe2b9a785bfbb7984a58f33b41baf3f34a477fbf3fb3'],
  ['vorbis.webm', 'audio/webm', '06be87e44987fe378dc516d1ec67df29d8678bbd1903f31ea9e486d5990171ab'],
  ['places.webm', 'audio/webm', '22cc2638b5291d7a67bc87ab11741642341aaa40a175c66a17692d2fc2883dcf'],
  ['cover.mp3', 'audio/mpeg', 'f9f8e93864f9bafa7a848321fa9389aded324ec8aa5907c182be49c5e5630193'],
  ['tagged.aac', 'audio/aac', '60db46dc9e7d4849aa7199e60c82a9b83739ce8a7608f189283c25fa2558aca1'],
  ['tagged.wav', 'audio/wav', '239796ad751b04a4844dfcc3b7feaf138d59ef6bc33cd10056f230a152866243'],
];
const PERSONAL = /Secret|52\.5|13\.3|2024/;

const sample = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../fixtures/recordings', name));

describe.each(SAMPLES)('of %s', (name, contentType, checksum) => {
  const sent = sample(name);

  it('nothing stays that tells of people, places and programs, and all that is heard', () => {
    expect(sent.toString('latin1')).toMatch(PERSONAL);
    const kept = strip(contentType, sent);
    expect(kept.toString('latin1')).not.toMatch(PERSONAL);
    expect(createHash('sha256').update(kept).digest('hex')).toBe(checksum);
    expect(strip(contentType, kept)).toEqual(kept);
  });

  it('nothing stays either if it is cut off anywhere', () => {
    for (let length = 12; length < sent.length; length += 7) {
      expect(strippedOrRefused(contentType, sent.subarray(0, length)).toString('latin1')).not.toMatch(
        PERSONAL,
      );
    }
  });

  it('nothing broken keeps the service from its work, or makes the file larger', () => {
    const changes = fc.array(
      fc.tuple(fc.nat(sent.length - 1), fc.oneof(fc.constant(0xff), fc.constant(0), fc.nat(255))),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(changes, (changed) => {
        const bytes = Buffer.from(sent);
        for (const [at, value] of changed) bytes[at] = value;
        expect(strippedOrRefused(contentType, bytes).length).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: 100 },
    );
  });
});

/** What is refused leaves nothing. Anything else that is thrown is a fault. */
function strippedOrRefused(contentType: string, bytes: Buffer): Buffer {
  try {
    return strip(contentType, bytes);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'invalid_audio') return Buffer.alloc(0);
    throw error;
  }
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const text = (content: string) => Buffer.from(content, 'latin1');
const numbers = (...values: number[]) => Buffer.from(values.flatMap((value) => [...uint32(value)]));
const M4A = box('ftyp', text('M4A \0\0\0\0'));

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

describe('an MP4', () => {
  const entry = (name: string, value: string) =>
    box(
      '----',
      box('mean', text('\0\0\0\0com.apple.iTunes')),
      box('name', text(`\0\0\0\0${name}`)),
      box('data', text(`\0\0\0\x01\0\0\0\0${value}`)),
    );
  const list = (...entries: Buffer[]) =>
    Buffer.concat([M4A, box('moov', box('udta', box('meta', numbers(0), box('ilst', ...entries))))]);

  it('still says how many samples at its beginning and end are not to be played, and nothing else of the kind', () => {
    const gaps = entry('iTunSMPB', ' 00000000 00000840 000001C8 00000000000AD4F8');
    expect(strip('audio/mp4', list(gaps))).toEqual(list(gaps));
    for (const other of [entry('iTunNORM', ' 00000840'), entry('iTunSMPB', ' Ada 0840')]) {
      expect(strip('audio/mp4', list(other, gaps))).toEqual(
        list(box('free', Buffer.alloc(other.length - 8)), gaps),
      );
    }
  });

  it('is blanked up to its end behind a size that is none, or larger than the file', () => {
    const huge = Buffer.concat([numbers(1), text('uuid'), Buffer.alloc(8, 0xff), text('Ada')]);
    const kept = strip('audio/mp4', Buffer.concat([M4A, huge]));
    expect(kept).toEqual(
      Buffer.concat([M4A, numbers(1), text('free'), Buffer.alloc(8, 0xff), Buffer.alloc(3)]),
    );
    expect(strip('audio/mp4', Buffer.concat([M4A, numbers(5), text('uuidAda')]))).toEqual(M4A);
  });

  it('is refused if a track that is not heard claims more bytes than there are', () => {
    const movie = (chunks: number, at: number) => {
      const offsets = box('stco', numbers(0, chunks), numbers(...Array.from({ length: chunks }, () => at)));
      const tables = [offsets, box('stsc', numbers(0, 1, 1, 1, 1)), box('stsz', numbers(0, 0xffff, 1))];
      return box('moov', box('trak', box('mdia', box('minf', box('stbl', ...tables)))));
    };
    const claims = (chunks: number) => {
      const { length } = movie(chunks, 0);
      const at = M4A.length + length + 8;
      return Buffer.concat([M4A, movie(chunks, at), box('mdat', Buffer.alloc(200, 'Ada'))]);
    };
    expect(strip('audio/mp4', claims(1)).subarray(-208)).toEqual(box('mdat', Buffer.alloc(200)));
    expect(() => strip('audio/mp4', claims(9))).toThrow('Recording says that it is longer than it is');
  });
});

describe('a WAV', () => {
  const chunk = (type: string, content: string, length = content.length) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32LE(length, 4);
    return Buffer.concat([head, text(content)]);
  };
  const wav = (...chunks: Buffer[]) => Buffer.concat([text('RIFF\0\0\0\0WAVE'), ...chunks]);

  it.each([0, 0xffffffff])('plays up to its end if its recorder has left the length at %s', (length) => {
    const file = wav(chunk('fmt ', 'sixteen bytes...'), chunk('data', 'sound that was cut off', length));
    expect(strip('audio/wav', file)).toEqual(file);
  });

  it('keeps its place for each chunk, whichever side of the sound it is on', () => {
    const sent = wav(
      chunk('bext', 'Ada.'),
      chunk('data', 'sound!'),
      chunk('id3 ', 'Ada'),
      text('\0'),
      chunk('data', ''),
      chunk('LIST', 'INFO'),
    );
    const kept = wav(
      chunk('JUNK', '\0\0\0\0'),
      chunk('data', 'sound!'),
      chunk('JUNK', '\0\0\0'),
      text('\0'),
      chunk('data', ''),
      chunk('JUNK', '\0\0\0\0'),
    );
    expect(strip('audio/wav', sent)).toEqual(kept);
  });
});

describe('an Ogg', () => {
  function page(flags: number, serial: number, ...packets: string[]): Buffer {
    const head = Buffer.alloc(27 + packets.length);
    head.write('OggS', 'latin1');
    head[5] = flags;
    head.writeUInt32LE(serial, 14);
    head[26] = packets.length;
    for (const [index, packet] of packets.entries()) head[27 + index] = packet.length;
    const bytes = Buffer.concat([head, text(packets.join(''))]);
    bytes.writeUInt32LE(checksumOf(bytes), 22);
    return bytes;
  }

  it('empties the blocks and pictures of FLAC, also over several pages, and keeps what seeks', () => {
    const [first, seek, sound] = ['\x7fFLAC\x01\0', '\x03\0\0\x02ab', '\xff\xf8sound'];
    const long = `\x06\0\x01\x00${'Ada'.repeat(83)}12`;
    const sent = [
      page(2, 1, first),
      page(0, 1, '\x04\0\0\x08Ada Ada ', seek, long),
      page(1, 1, 'Ada', '\x82\0\0\x03Ada'),
      page(0, 1, sound),
    ];
    const kept = [
      page(2, 1, first),
      page(0, 1, '\x04\0\0\x08\0\0\0\0\0\0\0\0', seek, `\x01\0\x01\x00${'\0'.repeat(251)}`),
      page(1, 1, '\0\0\0', '\x81\0\0\x03\0\0\0'),
      page(0, 1, sound),
    ];
    expect(strip('audio/ogg', Buffer.concat(sent))).toEqual(Buffer.concat(kept));
  });

  it('loses the streams that are not heard, and what stands between its pages', () => {
    const [begin, comment, sound] = [
      page(2, 1, 'OpusHead'),
      page(0, 1, 'OpusTags\0\0\0\0\0\0\0\0'),
      page(4, 1, 'sound'),
    ];
    const other = [page(2, 2, 'fishead\0Ada'), page(0, 2, 'Ada'), text('Ada')];
    const sent = Buffer.concat([begin, other[0]!, comment, other[1]!, sound, other[2]!]);
    expect(strip('audio/ogg', sent)).toEqual(Buffer.concat([begin, comment, sound]));
  });

  /** As RFC 3533 describes it, bit by bit. */
  function checksumOf(bytes: Buffer): number {
    let value = 0;
    for (const byte of bytes) {
      for (let bit = 7; bit >= 0; bit -= 1) {
        const isOdd = ((value >>> 31) ^ (byte >> bit)) & 1;
        value = (value << 1) ^ (isOdd === 1 ? 0x04c11db7 : 0);
      }
    }
    return value >>> 0;
  }
});

describe('an MP3', () => {
  // MPEG 2.5, layer 3, 8 kbit/s, 8 kHz: 72 bytes each.
  const frame = Buffer.concat([Buffer.from('ffe31800', 'hex'), Buffer.alloc(68, 1)]);
  const id3 = Buffer.concat([text('ID3\x04\0\x10\0\0\0\x03Ada'), text('3DI\x04\0\x10\0\0\0\x03')]);
  const ape = (flags: number) =>
    Buffer.concat([
      text('APETAGEX'),
      Buffer.from([0xd0, 7, 0, 0, 35, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, flags]),
      Buffer.alloc(8),
    ]);
  const tags = {
    'ID3 at the end': id3,
    APE: Buffer.concat([ape(0xa0), text('Ada'), ape(0x80)]),
    Lyrics3: text('LYRICSBEGININD00003Ada000022LYRICS200'),
    ID3v1: Buffer.concat([text('TAG'), Buffer.alloc(125, 'Ada')]),
  };

  it.each(Object.entries(tags))('loses %s', (_name, tag) => {
    const sound = [frame, frame, frame];
    expect(strip('audio/mpeg', Buffer.concat([...sound, tag]))).toEqual(Buffer.concat(sound));
    expect(strip('audio/mpeg', Buffer.concat([id3, ...sound, tag, tags.ID3v1]))).toEqual(
      Buffer.concat(sound),
    );
  });

  it('loses what no decoder plays between its frames, and goes on behind it', () => {
    const sent = Buffer.concat([frame, id3, frame, text('Ada \xff\xe3\x18\0 Ada'), frame, frame]);
    expect(strip('audio/mpeg', sent)).toEqual(Buffer.concat([frame, frame, frame, frame]));
  });

  it('is refused if it has no sound', () => {
    expect(() => strip('audio/mpeg', id3)).toThrow('Recording cannot be read');
  });
});

describe('a recording of more parts than any recorder writes is refused', () => {
  const filled = (head: Buffer, part: Buffer) => {
    const bytes = Buffer.alloc(AUDIO_BYTES_MAX);
    head.copy(bytes);
    bytes.fill(part, head.length);
    return bytes;
  };
  const oggPage = (flags: number, lacing: number[]) => {
    const head = Buffer.concat([
      text('OggS\0'),
      Buffer.from([flags]),
      Buffer.alloc(20),
      Buffer.from([lacing.length, ...lacing]),
    ]);
    return head;
  };
  const opus = Buffer.concat([oggPage(2, [8]), text('OpusHead')]);

  it.each([
    ['audio/mp4', filled(M4A, box('free'))],
    ['audio/webm', filled(Buffer.from('1a45dfa380', 'hex'), Buffer.from('ec80', 'hex'))],
    ['audio/ogg', filled(opus, oggPage(0, []))],
    ['audio/wav', filled(text('RIFF\0\0\0\0WAVE'), text('LIST\0\0\0\0'))],
    ['audio/mpeg', filled(Buffer.alloc(0), text('ID3\x04\0\0\0\0\0\0'))],
    ['audio/aac', Buffer.alloc(AUDIO_BYTES_MAX, 0xff)],
  ])('as %s', (contentType, bytes) => {
    expect(() => strip(contentType, bytes)).toThrow('Recording has too many parts');
  });

  it('but one of almost as many is not', () => {
    const boxes = Buffer.concat([
      M4A,
      ...Array.from({ length: RECORDING_PARTS_MAX - 10 }, () => box('free')),
    ]);
    expect(strip('audio/mp4', boxes)).toEqual(boxes);
  });
});
