import { expect, it } from '@jest/globals';
import { read, sourceFiles } from './source-files.js';

/**
 * In Node 20.19, which `npm start` supports, the garbage collector cancels the body of a Response or Request
 * when a clone is collected (https://github.com/nodejs/undici/pull/4414). So a body is read only once.
 */
it('no Request and no Response is cloned', () => {
  const cloning = sourceFiles().filter((path) => /\.clone\(\)/.test(read(path)));
  expect(cloning).toEqual([]);
});
