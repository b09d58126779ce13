import { Upload } from './upload.ts';
import type { ReceivedFile, UploadOptions } from './upload.ts';

/** A service whose answers the test gives. */
function service() {
  const sent: (() => void)[] = [];
  const send = (_file: Blob, { signal }: UploadOptions) =>
    new Promise<ReceivedFile>((resolve) => {
      signal.throwIfAborted();
      const media_id = `m${sent.length + 1}`;
      sent.push(() => resolve({ media_id, content_type: 'image/png', byte_length: 1, url: '' }));
    });
  return { sent, newUpload: () => new Upload(new Blob(['x']), null, send) };
}

/** Everything that was due has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('a file waits while another goes, and can be stopped meanwhile', async () => {
  const { sent, newUpload } = service();
  const uploads = Array.from({ length: 3 }, newUpload);
  const ends = uploads.map((upload) => upload.start().catch(() => 'stopped'));
  await settled();
  expect(sent).toHaveLength(1);
  uploads[1]?.cancel();
  expect(await ends[1]).toBe('stopped');
  sent[0]?.();
  await settled();
  expect(uploads.map((upload) => upload.read().stage)).toEqual(['sent', 'cancelled', 'waiting']);
  sent[1]?.();
  expect(await Promise.all(ends)).toEqual(['m1', 'stopped', 'm2']);
});
