import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../api/api-error.ts';
import { Upload, UploadQueue } from './upload.ts';
import type { ReceivedFile, UploadOptions } from './upload.ts';

/** A service whose answers the test gives. */
function service() {
  const sent: (UploadOptions & { answer: () => void; refuse: (status: number) => void })[] = [];
  const deps = {
    queue: new UploadQueue(),
    send: (_file: Blob, options: UploadOptions) =>
      new Promise<ReceivedFile>((resolve, reject) => {
        options.signal.throwIfAborted();
        options.signal.addEventListener('abort', () => reject(options.signal.reason as Error));
        const media_id = `m${sent.length + 1}`;
        sent.push({
          ...options,
          answer: () => resolve({ media_id, content_type: 'image/png', byte_length: 1, url: '' }),
          refuse: (status) => reject(new ApiError({ status, detail: 'No' })),
        });
      }),
  };
  return { sent, newUpload: () => new Upload(new Blob(['x']), null, deps) };
}

/** Everything that was due has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a file on its way', () => {
  it('waits while three others go, and can be stopped meanwhile', async () => {
    const { sent, newUpload } = service();
    const uploads = Array.from({ length: 5 }, newUpload);
    const ends = uploads.map((upload) => upload.start().catch(() => 'stopped'));
    await settled();
    expect(sent).toHaveLength(3);
    uploads[3]?.cancel();
    expect(await ends[3]).toBe('stopped');
    sent[0]?.answer();
    await settled();
    expect(sent).toHaveLength(4);
    expect(uploads.map((upload) => upload.read().stage)).toEqual(
      // The last one has not said yet how much of it was sent.
      ['sent', 'waiting', 'waiting', 'cancelled', 'waiting'],
    );
    for (const each of sent) each.answer();
    await Promise.all(ends);
  });

  it.each([0, 408, 503])('is sent once more, one by one, if several are too much: %i', async (status) => {
    const { sent, newUpload } = service();
    const [one, two] = [newUpload(), newUpload()];
    const ends = [one.start(), two.start()];
    await settled();
    sent[0]?.refuse(status);
    sent[1]?.refuse(status);
    await settled();
    expect(sent).toHaveLength(3);
    sent[2]?.answer();
    await settled();
    expect(sent).toHaveLength(4);
    sent[3]?.refuse(status);
    expect(await ends[0]).toBe('m3');
    await expect(ends[1]).rejects.toMatchObject({ status });
  });
});
