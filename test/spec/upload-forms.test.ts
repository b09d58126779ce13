/** @only-in-all Waits long for real time to pass. */
/** @waits-for-real-time The silence that ends an unfinished form has to pass. */
import { expect, it } from '@jest/globals';
import { eventually, Person, pngOf, StreamedCall } from '@svc/testkit';
import { usedBytes } from './media-calls.js';
import { baseUrl } from './product-under-test.js';

const MIB = 1024 * 1024;
const HEAD = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';

it('A file in a form leaves nothing if its caller hangs up, or falls silent before its form ends', async () => {
  const person = await Person.signUp(baseUrl);
  const use = (bytes: number, what: string) =>
    eventually(
      () => usedBytes(person),
      (used) => used === bytes,
      { what },
    );
  const begun = async () => {
    const type = 'multipart/form-data; boundary=edge';
    const headers = {
      authorization: `Bearer ${person.token}`,
      'content-type': type,
      'content-length': String(MIB),
    };
    const half = Buffer.concat([Buffer.from(HEAD), pngOf(MIB).subarray(0, 300 * 1024)]);
    const call = new StreamedCall(`${baseUrl}/api/client/media`, headers);
    await call.write(half);
    await use(MIB, 'the file to begin');
    return call;
  };
  (await begun()).breakOff();
  await use(0, 'nothing to be left of the one that broke off');
  const silent = await begun();
  expect((await silent.answer()).status).toBe(408);
  await use(0, 'nothing to be left of the one that fell silent');
  silent.breakOff();
});
