import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hubQueue, toHub } from '@svc/proto-events';
import type { Broker } from './broker.js';
import { describeConsuming } from './consuming.suite.js';
import { describeGivingUp } from './giving-up.suite.js';
import { describeRouting } from './routing.suite.js';
import { agentEvent, gate } from './inbox.suite.js';
import type { BrokerOptions } from './options.js';

export interface BrokerUnderTest {
  broker: Broker;
  /** Stops the broker and removes what it left. */
  end(): Promise<void>;
}

export type OpenBroker = (options?: BrokerOptions) => Promise<BrokerUnderTest>;

/** What every broker does, whatever carries its messages. `open` returns a started broker that nothing else uses. */
export function describeBroker(name: string, open: OpenBroker): void {
  describe(`${name} broker`, () => {
    let tested: BrokerUnderTest;
    const broker = () => tested.broker;

    beforeEach(async () => {
      tested = await open({ retryPauseMs: { min: 0, max: 0 } });
    });
    afterEach(() => tested.end());

    describeRouting(broker);
    describeConsuming(broker);
    describeGivingUp(broker);

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

    it('waits for running handlers before it stops, and lets them publish', async () => {
      const started = gate();
      const mayEnd = gate();
      let ended = false;
      await broker().consume(hubQueue('a'), { prefetch: 1 }, async ({ body }) => {
        started.open();
        await mayEnd.opened;
        await broker().publish(toHub('b'), body);
        ended = true;
        return 'ack';
      });
      await broker().publish(toHub('a'), agentEvent(1));
      await started.opened;
      const stopped = broker().stop();
      mayEnd.open();
      await stopped;
      expect(ended).toBe(true);
    });
  });
}
