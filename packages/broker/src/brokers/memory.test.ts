import { describeBroker } from '../conformance.suite.js';
import { MemoryBroker } from './memory.js';

describeBroker('memory', async () => {
  const broker = new MemoryBroker();
  await broker.start();
  return { broker, end: () => broker.stop() };
});
