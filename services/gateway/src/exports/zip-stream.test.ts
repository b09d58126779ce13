import { buffer } from 'node:stream/consumers';
import { zipOf } from './export-files.js';
import type { ZippedFile } from './export-files.js';

async function* contentOf<T>(...parts: T[]): AsyncGenerator<T> {
  yield* parts;
}

const named = (path: string, content: AsyncIterable<string | Buffer>, isPacked = true): ZippedFile => ({
  ...{ path, content, isPacked },
});

describe('a zip', () => {
  it('reads no more than is taken', async () => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    let read = 0;
    async function* endless() {
      for (;;) {
        read += chunk.length;
        yield chunk;
      }
    }
    const files = () => contentOf(named('endless', endless(), false));
    let taken = 0;
    for await (const bytes of zipOf(files)) {
      taken += bytes.length;
      expect(read - taken).toBeLessThan(4 * 1024 * 1024);
      if (taken > 32 * 1024 * 1024) break;
    }
  });

  it('fails with what reading a file fails with, and reads on nowhere', async () => {
    const closed: string[] = [];
    async function* failing() {
      yield 'one';
      throw new Error('The disk is broken');
    }
    async function* files() {
      try {
        yield named('failing', failing());
        closed.push('read on');
      } finally {
        closed.push('files');
      }
    }
    await expect(buffer(zipOf(files))).rejects.toThrow('The disk is broken');
    expect(closed).toEqual(['files']);
  });

  it('closes what it reads if nobody takes more of it', async () => {
    const closed: string[] = [];
    async function* endless(): AsyncGenerator<Buffer> {
      try {
        for (;;) yield Buffer.alloc(64 * 1024);
      } finally {
        closed.push('content');
      }
    }
    async function* files(): AsyncGenerator<ZippedFile> {
      try {
        yield named('endless', endless(), false);
      } finally {
        closed.push('files');
      }
    }
    for await (const bytes of zipOf(files)) if (bytes.length > 1_000) break;
    expect(closed).toEqual(['content', 'files']);
  });
});
