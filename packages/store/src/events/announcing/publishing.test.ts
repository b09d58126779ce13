import { Publishing } from './hints.js';

function setUp() {
  const warnings: string[] = [];
  const logger = { warn: (_fields: object, message: string) => void warnings.push(message) };
  return { warnings, publishing: new Publishing(logger) };
}

describe('draining', () => {
  it('waits for what is under way, and for what that begins', async () => {
    const { publishing, warnings } = setUp();
    const ended: string[] = [];
    void publishing.start(async () => {
      await Promise.resolve();
      ended.push('first');
      void publishing.start(async () => void ended.push('second'), {});
    }, {});
    await publishing.drain();
    expect(ended).toEqual(['first', 'second']);
    expect(warnings).toEqual([]);
  });

  it('releases what was held back before it waits', async () => {
    const { publishing } = setUp();
    const ended: string[] = [];
    publishing.beforeDrain(() => publishing.start(async () => void ended.push('held back'), {}));
    await publishing.drain();
    expect(ended).toEqual(['held back']);
  });

  it('does not wait for a broker that confirms nothing, and says so', async () => {
    const { publishing, warnings } = setUp();
    let fail = (_error: Error) => {};
    void publishing.start(() => new Promise<void>((_resolve, reject) => (fail = reject)), {});
    await publishing.drain();
    expect(warnings).toEqual(['Stopped without waiting for the broker any longer']);
    // What comes of it later is still caught.
    fail(new Error('No confirm in time'));
    await publishing.drain();
    expect(warnings).toHaveLength(2);
  });
});
