import { expect, it } from '@jest/globals';
import { read, sourceFiles } from './source-files.js';

/**
 * In Node 20.19, which `npm start` supports, the garbage collector cancels the body of a Response or Request when a clone of it is
 * collected (mended by https://github.com/nodejs/undici/pull/4414). So a body is read once, and what was read is handed on.
 */
it('no Request and no Response is cloned', () => {
  const cloning = sourceFiles().filter((path) => /\.clone\(\)/.test(read(path)));
  expect(cloning).toEqual([]);
});
