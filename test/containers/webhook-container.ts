import { randomBytes } from 'node:crypto';
import { eventually } from '@svc/testkit';
import type { Composition } from './composition.js';

const PROGRAM = `
  require('node:http').createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('utf8');
    response.writeHead(204).end();
    console.log(JSON.stringify({ signature: request.headers['x-svc-signature'] ?? null, event: JSON.parse(body) }));
  }).listen(9000);
  process.on('SIGTERM', () => process.exit());`;

export interface WebhookDelivery {
  signature: string | null;
  event: Record<string, unknown>;
}

/** An agent's webhook endpoint in a container beside the composition's, which writes down what it gets. */
export class WebhookContainer {
  readonly url: string;
  readonly #composition: Composition;
  readonly #name: string;

  private constructor(composition: Composition, name: string) {
    this.#composition = composition;
    this.#name = name;
    this.url = `http://${name}:9000/hook`;
  }

  static async open(composition: Composition): Promise<WebhookContainer> {
    const name = `receiver-${randomBytes(4).toString('hex')}`;
    const { network, engine } = composition;
    await composition.run(
      // The image's check asks a service of the product.
      ...['run', '--detach', '--no-healthcheck', '--name', name, '--network', network],
      ...[engine.image, 'node', '-e', PROGRAM],
    );
    const receiver = new WebhookContainer(composition, name);
    // Its name is known, and its port open, a moment after it was started.
    const ask = `fetch('${receiver.url}',{method:'POST',body:'{}'}).then(()=>process.exit(0),()=>process.exit(1))`;
    const [gateway = ''] = await composition.containers('gateway');
    const answers = () =>
      composition.run('exec', gateway, 'node', '-e', ask).then(
        () => true,
        () => false,
      );
    await eventually(answers, (isThere) => isThere, { what: 'the receiver of webhooks to answer' });
    return receiver;
  }

  /** Resolves with the delivery of the user message of this text, which may have come before. */
  async userMessage(text: string): Promise<WebhookDelivery> {
    const fits = ({ event }: WebhookDelivery) => event['text'] === text;
    const find = async () => (await this.#deliveries()).find(fits);
    const options = { what: `"${text}" by webhook`, waitMsMax: 30_000 };
    return (await eventually(find, (found) => found !== undefined, options)) as WebhookDelivery;
  }

  async close(): Promise<void> {
    await this.#composition.run('rm', '--force', this.#name);
  }

  async #deliveries(): Promise<WebhookDelivery[]> {
    const output = await this.#composition.run('logs', this.#name);
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    return lines.map((line) => JSON.parse(line) as WebhookDelivery);
  }
}
