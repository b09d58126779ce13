/** How many test files run at once. */

/** So many more than there are processors: most tests wait for a server, for a product, or for time to pass. */
const WAITING = { usual: 3, slow: 1 };

/** A fresh page of memory costs 0.2 to 2 microseconds of a processor. Where a virtual machine makes it cost this much, everything takes two to three times as long. */
const SLOW_PAGE_US = 8;

const [PAGE_BYTES, PAGES] = [4_096, 8_192];

/**
 * Too many tests at once on a slow machine would let answers take longer than tests wait for them.
 *
 * @param {number} processors
 * @param {number} pageUs what a fresh page costs, in microseconds.
 */
export function workers(processors, pageUs = costOfFreshPage()) {
  return processors + (pageUs > SLOW_PAGE_US ? WAITING.slow : WAITING.usual);
}

/** Processor time, which other programs at work change little. */
function costOfFreshPage() {
  const memory = Buffer.allocUnsafeSlow(PAGES * PAGE_BYTES);
  const before = process.cpuUsage();
  for (let at = 0; at < memory.length; at += PAGE_BYTES) memory[at] = 1;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / PAGES;
}
