import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** In the global scope of the worker. What a file changes there is put back after it. */
export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern;
  #console = globalThis.console;
  #process = { env: { ...process.env }, exit: process.exit, getBuiltinModule: process.getBuiltinModule };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    Object.assign(globalThis, projectConfig.globals);
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    const { env, ...functions } = this.#process;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    Object.assign(process, functions);
    globalThis.console = this.#console;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Jest asks for one, and uses it for nothing that this runtime leaves to it. */
  getVmContext() {
    return null;
  }
}
