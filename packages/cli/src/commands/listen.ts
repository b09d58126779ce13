import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { newId, standardWebhookSignature, webhookSignature } from '@svc/domain';
import { agentCalled, answerOf } from '../api/client-api.js';
import { reasonOf } from '../api/patient-fetch.js';
import { CliError } from '../errors.js';
import { agentFrames } from '../live/agent-frames.js';
import { EventTap } from '../live/event-tap.js';
import { hintsOf } from '../live/hints.js';
import type { Shell } from '../shell.js';
import type { Output } from '../terminal/output.js';
import { serviceUrl } from '../settings/service.js';
import { cleanLine } from '../terminal/clean-text.js';

interface ListenOptions {
  forwardTo?: string;
  secret?: string;
  takeOver?: true;
}

export function listenCommand(shell: Shell): Command {
  return new Command('listen')
    .description('see the events of an agent as they come, and send them on as its webhook would get them')
    .argument('<agent>', 'its id or name')
    .option(
      '--forward-to <url>',
      'where each event is sent by a signed POST, such as http://localhost:3000/events',
    )
    .option('--secret <secret>', 'what signs; a new one is shown unless given (AGENT_SIGNING_SECRET)')
    .option('--take-over', 'be the agent (AGENT_ID, AGENT_SECRET): take its events instead of looking on')
    .action(async (given: string, options: ListenOptions, command: Command) => {
      const output = shell.output(command);
      const secret = options.secret ?? shell.env.agentSigningSecret ?? newSecret(output, options);
      const forwarder =
        options.forwardTo === undefined ? null : new Forwarder({ url: options.forwardTo, secret });
      const events =
        options.takeOver === true ? taken(shell, command, given) : await tapped(shell, command, given);
      output.note(
        options.takeOver === true
          ? 'Being the agent. Ctrl-C ends it.'
          : 'Looking on; the agent gets everything all the same. Ctrl-C ends it.',
      );
      for await (const event of events) {
        const result = forwarder === null ? null : await forwarder.send(event, shell.signal);
        const said = { event_id: event.eventId, event: event.event, ...(result && { forwarded: result }) };
        await output.item(said, () => lineOf(output, event, result));
      }
    });
}

/** The events of the agent from its owner's log. */
async function tapped(shell: Shell, command: Command, given: string): Promise<AsyncIterable<ForwardedEvent>> {
  const api = await shell.api(command);
  const { agent_id } = await agentCalled(api, given);
  const tap = new EventTap(api, agent_id);
  await tap.begin();
  const hints = hintsOf(await shell.service(command), shell.signal);
  return (async function* () {
    for await (const { event_id } of tap.follow(hints)) {
      const params = { path: { agent_id, event_id } };
      const { event } = await answerOf(
        api.GET('/api/client/agents/{agent_id}/events/{event_id}/frame', { params }),
      );
      yield { eventId: event_id, event };
    }
  })();
}

/** The events that the agent's own socket gets. From then on they are delivered. */
function taken(shell: Shell, command: Command, given: string): AsyncIterable<ForwardedEvent> {
  const agent = shell.agent(command);
  if (given.startsWith('agt_') && given !== agent.agentId)
    throw new CliError('usage', `AGENT_ID is ${agent.agentId}, and not ${given}.`);
  return agentFrames(agent, shell.signal);
}

function newSecret(output: Output, { forwardTo }: ListenOptions): string {
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  if (forwardTo !== undefined) output.note(`Requests are signed with ${secret}`);
  return secret;
}

function lineOf(output: Output, { eventId, event }: ForwardedEvent, result: Forwarded | null): string {
  const head = `${output.style('dim', new Date().toISOString().slice(11, 19))}  ${event.type.padEnd(17)} ${eventId}`;
  if (result === null) return head;
  if (result.error !== null) return `${head}  ${output.style('red', result.error)}`;
  const isTaken = result.status !== null && result.status >= 200 && result.status < 300;
  return `${head}  ${output.style(isTaken ? 'green' : 'red', String(result.status))}  ${result.duration_ms} ms`;
}

export interface ForwardedEvent {
  eventId: string;
  event: { type: string };
}

export interface Forwarded {
  status: number | null;
  error: string | null;
  duration_ms: number;
}

/** As long as the service waits for a webhook, in milliseconds. */
const ANSWER_MS_MAX = 30_000;

/** Sends the body, headers and signatures of the service's deliveries, by one attempt without retries. */
export class Forwarder {
  readonly #url: string;
  readonly #secret: string;

  /** @throws CliError `usage` if the address is none. */
  constructor({ url, secret }: { url: string; secret: string }) {
    serviceUrl(url.replace(/\?.*$/, ''));
    this.#url = url;
    this.#secret = secret;
  }

  async send({ eventId, event }: ForwardedEvent, signal: AbortSignal): Promise<Forwarded> {
    const beganMs = performance.now();
    const body = JSON.stringify(event);
    const duration = (): number => Math.round(performance.now() - beganMs);
    try {
      const response = await fetch(this.#url, {
        ...{ method: 'POST', body, redirect: 'manual', headers: this.#headers(eventId, body) },
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
      });
      await response.body?.cancel();
      return { status: response.status, error: null, duration_ms: duration() };
    } catch (thrown) {
      signal.throwIfAborted();
      return { status: null, error: cleanLine(reasonOf(thrown)), duration_ms: duration() };
    }
  }

  /** As `webhook-headers.ts` of the webhook client, made for a receiver that knows no difference. */
  #headers(eventId: string, body: string): Record<string, string> {
    const timestamp = Math.floor(Date.now() / 1_000);
    const secret = this.#secret;
    return {
      'content-type': 'application/json',
      'user-agent': 'svc-listen/1',
      'x-svc-event-id': eventId,
      'x-svc-delivery-id': newId('delivery'),
      'x-svc-timestamp': String(timestamp),
      'x-svc-retry-num': '0',
      'x-svc-retry-reason': 'first_attempt',
      'x-svc-signature': webhookSignature({ secret, timestamp, body }),
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': standardWebhookSignature({ secret, id: eventId, timestamp, body }),
    };
  }
}
