import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { countFirstBytes, endUnread, FIRST_FRAME_BYTES_MAX } from './first-bytes.js';

const HEADER_BYTES = 14;

describe('the bytes before authentication', () => {
  it('are enough for one frame of the largest size, in whatever pieces it comes', () => {
    const stream = new PassThrough();
    let calls = 0;
    countFirstBytes(stream, () => (calls += 1));
    for (let sent = 0; sent < FIRST_FRAME_BYTES_MAX + HEADER_BYTES; sent += 1)
      stream.emit('data', Buffer.alloc(1));
    expect(calls).toBe(0);
    for (let more = 0; more < 3; more += 1) stream.emit('data', Buffer.alloc(1));
    expect(calls).toBe(1);
  });

  it('are not counted after the first frame', () => {
    const stream = new PassThrough();
    let calls = 0;
    const stop = countFirstBytes(stream, () => (calls += 1));
    stop();
    stream.emit('data', Buffer.alloc(100_000));
    expect(calls).toBe(0);
  });
});

describe('a stream of somebody who was refused', () => {
  it('is ended, and nobody sees what it still brings', async () => {
    const stream = new PassThrough();
    const seen: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => seen.push(chunk));
    stream.pause();
    stream.write('more');
    endUnread(stream);
    await once(stream, 'end');
    expect(seen).toEqual([]);
  });
});
