/** The dates of this process, which can be moved ahead of the machine's. */
export interface VirtualDate {
  /** How far ahead, in milliseconds, of which whole ones count. Negative if the clock was started in the past. */
  moveTo(aheadMs: number): void;
  /** Gives the process its former `Date` back. */
  uninstall(): void;
}

/**
 * Lets `Date` tell another time, in the whole process. Timers and `performance.now()` stay as they are: what the process measures, such as how long a call may
 * take, takes the time that it takes.
 */
export function installVirtualDate(): VirtualDate {
  const real = globalThis.Date;
  let aheadMs = 0;
  const nowMs = (): number => real.now() + aheadMs;
  // A proxy and no subclass: `instanceof Date` also holds for the dates that Node itself makes.
  globalThis.Date = new Proxy(real, {
    construct: (target, given: [], newTarget) =>
      Reflect.construct(target, given.length === 0 ? [nowMs()] : given, newTarget) as object,
    apply: () => new real(nowMs()).toString(),
    get: (target, name, receiver) =>
      name === 'now' ? nowMs : (Reflect.get(target, name, receiver) as unknown),
  });
  return {
    moveTo: (ms) => void (aheadMs = Math.floor(ms)),
    uninstall: () => void (globalThis.Date = real),
  };
}
