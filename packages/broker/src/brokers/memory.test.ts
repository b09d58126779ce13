import { describeBroker } from '../conformance.suite.js';
import { MemoryBroker } from './memory.js';

describeBroker('memory', async (options) => {
  const broker = new MemoryBroker(options);
  await broker.start();
  return { broker, end: () => broker.stop() };
});
