/** @only-in-all Of a script, and changed with it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ReplaceableProduct } from './replaceable-product.mjs';

/** Stands in for the product: writes down every order that it gets, and how it ends. */
const STAND_IN = `
const { appendFileSync } = require('node:fs');
const note = (line) => appendFileSync('notes', line + '\\n');
process.on('disconnect', () => process.exit(0));
process.on('message', (order) => {
  note(order);
  if (order === 'make-room' || order === 'stop-database') process.exit(0);
  if (order === 'begin' || order === 'succeed') process.send('ready');
});
process.on('SIGTERM', () => { note('drained'); process.exit(0); });
process.send('loaded');
`;

describe('the product under development', () => {
  let folder: string;
  let product: ReplaceableProduct;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dev-product-'));
    await write(STAND_IN);
    product = new ReplaceableProduct({ program: join(folder, 'program.cjs'), cwd: folder });
  });
  afterEach(async () => {
    await product.stop();
    await rm(folder, { recursive: true });
  });

  it('begins, is succeeded by newer code on its database, and drains at the end', async () => {
    expect(await product.replace()).toEqual({ outcome: 'ready', exitCode: null });
    expect(await product.replace()).toEqual({ outcome: 'ready', exitCode: null });
    await product.stop();
    expect(await notes()).toEqual(['begin', 'make-room', 'succeed', 'drained']);
  });

  it('loads the libraries ahead, and newer code after that', async () => {
    const librariesOf = join(import.meta.dirname, '../..');
    product = new ReplaceableProduct({ program: join(folder, 'program.cjs'), cwd: folder, librariesOf });
    expect(await product.replace()).toMatchObject({ outcome: 'ready' });
    await write(STAND_IN.replace("note('drained')", "note('newer drained')"));
    expect(await product.replace()).toMatchObject({ outcome: 'ready' });
    await product.stop();
    expect(await notes()).toEqual(['begin', 'make-room', 'succeed', 'newer drained']);
  });

  it('goes on when newer code cannot be loaded', async () => {
    await product.replace();
    await write('process.exit(78);');
    expect(await product.replace()).toEqual({ outcome: 'not-loaded', exitCode: 78 });
    expect(product.isRunning).toBe(true);
    await product.stop();
    expect(await notes()).toEqual(['begin', 'drained']);
  });

  it('is tried again after newer code failed to start', async () => {
    await product.replace();
    await write("process.on('message', () => process.exit(1)); process.send('loaded');");
    expect(await product.replace()).toEqual({ outcome: 'not-started', exitCode: 1 });
    expect(product.isRunning).toBe(false);
    await write(STAND_IN);
    expect(await product.replace()).toMatchObject({ outcome: 'ready' });
    await product.stop();
    expect((await notes()).slice(-2)).toEqual(['succeed', 'drained']);
  });

  it.each([
    ['is loaded', 'for (;;);', { loading: 1_000 }, 'not-loaded', ['begin', 'drained']],
    [
      'starts',
      "process.on('message', () => { for (;;); }); process.send('loaded');",
      { starting: 1_000, stopping: 1_000 },
      'not-started',
      ['begin', 'make-room'],
    ],
  ])('gives newer code up that hangs while it %s', async (_when, program, limitsMs, outcome, expected) => {
    const limits = {};
    product = new ReplaceableProduct({ program: join(folder, 'program.cjs'), cwd: folder, limitsMs: limits });
    await product.replace();
    // What works has all the time that it needs on a busy machine.
    Object.assign(limits, limitsMs);
    await write(program);
    expect(await product.replace()).toMatchObject({ outcome });
    await product.stop();
    expect(await notes()).toEqual(expected);
  });

  it('ends when its database was left and no code can be loaded that would stop it', async () => {
    const limits = {};
    product = new ReplaceableProduct({ program: join(folder, 'program.cjs'), cwd: folder, limitsMs: limits });
    await write(STAND_IN.replace("note('drained'); process.exit(0)", 'process.exit(1)'));
    await product.replace();
    Object.assign(limits, { loading: 1_000 });
    await write('for (;;);');
    await product.stop();
    expect(await notes()).toEqual(['begin']);
  });

  it('ends at once while newer code hangs, and starts nothing after that', async () => {
    await product.replace();
    await write('for (;;);');
    const replacing = product.replace();
    await product.stop();
    expect(await replacing).toMatchObject({ outcome: 'not-loaded' });
    expect(await product.replace()).toMatchObject({ outcome: 'not-loaded' });
    expect(await notes()).toEqual(['begin', 'drained']);
  });

  it('has its database stopped when it is ended on its way', async () => {
    await write(STAND_IN.replace("process.send('ready')", "process.send('on its way')"));
    const replacing = product.replace();
    while (!(await notes().catch((): string[] => [])).includes('begin'));
    await product.stop();
    expect(await replacing).toMatchObject({ outcome: 'not-started' });
    expect(await notes()).toEqual(['begin', 'stop-database']);
  });

  it('has its database stopped when it was ended from outside', async () => {
    await product.replace();
    await write(STAND_IN.replace("note('drained'); process.exit(0)", 'process.exit(1)'));
    await product.replace();
    await product.stop();
    expect((await notes()).slice(-2)).toEqual(['succeed', 'stop-database']);
  });

  it('leaves no database behind when nothing runs on it any more', async () => {
    await product.replace();
    await write(STAND_IN.replace("process.send('ready')", 'process.exit(1)'));
    expect(await product.replace()).toMatchObject({ outcome: 'not-started' });
    await product.stop();
    expect(await notes()).toEqual(['begin', 'make-room', 'succeed', 'stop-database']);
  });

  const write = (program: string) => writeFile(join(folder, 'program.cjs'), program);
  const notes = async (): Promise<string[]> =>
    (await readFile(join(folder, 'notes'), 'utf8')).trim().split('\n');
});
