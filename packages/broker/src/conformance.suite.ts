import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { toHub } from '@svc/proto-events';
import type { Broker } from './broker.js';
import { describeConsuming } from './consuming.suite.js';
import { describeRouting } from './routing.suite.js';
import { agentEvent } from './inbox.suite.js';

export interface BrokerUnderTest {
  broker: Broker;
  /** Stops the broker and removes what it left. */
  end(): Promise<void>;
}

/** What every broker does, whatever carries its messages. `open` returns a started broker that nothing else uses. */
export function describeBroker(name: string, open: () => Promise<BrokerUnderTest>): void {
  describe(`${name} broker`, () => {
    let tested: BrokerUnderTest;
    const broker = () => tested.broker;

    beforeEach(async () => {
      tested = await open();
    });
    afterEach(() => tested.end());

    describeRouting(broker);
    describeConsuming(broker);

    it('is ready between start and stop', async () => {
      expect(broker().isReady()).toBe(true);
      await broker().stop();
      expect(broker().isReady()).toBe(false);
    });

    it('can be stopped twice', async () => {
      await broker().stop();
      await expect(broker().stop()).resolves.toBeUndefined();
    });

    it('refuses to publish after it was stopped', async () => {
      await broker().stop();
      await expect(broker().publish(toHub('a'), agentEvent(1))).rejects.toMatchObject({
        name: 'BrokerUnavailableError',
      });
    });

    it('confirms everything that was under way before it stops', async () => {
      await broker().declareHub('a');
      const publishes = Array.from({ length: 200 }, (_, seq) =>
        broker().publish(toHub('a'), agentEvent(seq + 1)),
      );
      await broker().stop();
      await expect(Promise.all(publishes)).resolves.toHaveLength(200);
      expect(broker().stats()).toMatchObject({ published: 200, inFlight: 0 });
    });
  });
}
