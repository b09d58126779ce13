import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { isLeft, OWN_MARK } from './test-scratch.js';

it('a name is left if its process is gone, and neither if that runs nor if the name says nothing', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  const ofChild = `svc_test_1${OWN_MARK.replace(String(process.pid), String(child.pid))}`;
  const ofParent = `svc_test_1${OWN_MARK.replace(String(process.pid), String(process.ppid))}`;
  await once(child, 'close');
  expect([
    isLeft(ofChild),
    isLeft(`${ofChild}_x`),
    isLeft(ofParent),
    isLeft(`svc_test_1${OWN_MARK}`),
  ]).toEqual([true, true, false, false]);
  expect([
    isLeft('svc_test_1'),
    isLeft(`svc_test_1_of_000000_${child.pid}`),
    isLeft(`${ofChild}9999999999`),
  ]).toEqual([false, false, false]);
});
