import { randomBytes } from 'node:crypto';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { newId, standardWebhookSignature, webhookSignature } from '@svc/domain';
import { agentCalled, answerOf } from '../api/client-api.js';
import { CliError, reasonOf } from '../errors.js';
import { comingEvents } from '../live/event-tap.js';
import { agentFrames, hintsOf } from '../live/socket-frames.js';
import { serviceUrl } from '../settings/service.js';
import type { Shell } from '../shell.js';
import { cleanLine } from '../terminal/clean-text.js';
import type { Output } from '../terminal/output.js';

/** As long as the service waits for a webhook, in milliseconds. */
const ANSWER_MS_MAX = 30_000;

interface HeardEvent {
  eventId: string;
  event: { type: string };
}

interface Forwarded {
  status: number | null;
  error: string | null;
  duration_ms: number;
}

export function listenCommand(program: CommandUnknownOpts, shell: Shell): void {
  program
    .command('listen')
    .description('see the events of an agent as they come, and send them on as its webhook would get them')
    .argument('<agent>', 'its id or name')
    .option(
      '--forward-to <url>',
      'where each event is sent by a signed POST, such as http://localhost:3000/events',
    )
    .option('--secret <secret>', 'what signs; a new one is shown unless given (AGENT_SIGNING_SECRET)')
    .option('--take-over', 'be the agent (AGENT_ID, AGENT_SECRET): take its events instead of looking on')
    .action(async (name, { forwardTo: url, takeOver, secret = shell.env.agentSigningSecret }) => {
      const { output, signal } = shell;
      if (url !== undefined) serviceUrl(url.replace(/\?.*$/, ''));
      const signing = secret ?? `whsec_${randomBytes(24).toString('base64')}`;
      if (url !== undefined && secret === undefined) output.note(`Requests are signed with ${signing}`);
      const events =
        takeOver === true
          ? taken(shell, name)
          : await tapped(shell, name, url !== undefined || output.isJson);
      const doing =
        takeOver === true ? 'Being the agent.' : 'Looking on; the agent gets everything all the same.';
      output.note(`${doing} Ctrl-C ends it.`);
      for await (const heard of events) {
        const forwarded = url === undefined ? null : await forward(heard, { url, secret: signing, signal });
        const { eventId: event_id, event } = heard;
        const said = { event_id, event, ...(forwarded && { forwarded }) };
        await output.item(said, () => lineOf(output, heard, forwarded));
      }
    });
}

/** The events of the agent from its owner's log. What each says takes a call, so only `isWhole` ones have it. */
async function tapped(
  { api, service, signal }: Shell,
  name: string,
  isWhole: boolean,
): Promise<AsyncIterable<HeardEvent>> {
  const { agent_id } = await agentCalled(api, name);
  const coming = await comingEvents(api, agent_id, hintsOf(service, signal));
  return (async function* () {
    for await (const { event_id, type } of coming) {
      if (!isWhole) {
        yield { eventId: event_id, event: { type } };
        continue;
      }
      const params = { path: { agent_id, event_id } };
      const { event } = await answerOf(
        api.GET('/api/client/agents/{agent_id}/events/{event_id}/frame', { params }),
      );
      yield { eventId: event_id, event };
    }
  })();
}

/** The events that the agent's own socket gets. From then on they are delivered. */
function taken({ agent, signal }: Shell, name: string): AsyncIterable<HeardEvent> {
  if (name.startsWith('agt_') && name !== agent.agentId)
    throw new CliError('usage', `AGENT_ID is ${agent.agentId}, and not ${name}.`);
  return agentFrames(agent, signal);
}

function lineOf(output: Output, { eventId, event }: HeardEvent, forwarded: Forwarded | null): string {
  const time = output.style('dim', new Date().toISOString().slice(11, 19));
  const head = `${time}  ${event.type.padEnd(17)} ${eventId}`;
  if (forwarded === null) return head;
  const { status, error, duration_ms } = forwarded;
  if (error !== null) return `${head}  ${output.style('red', error)}`;
  const isTaken = status !== null && status >= 200 && status < 300;
  return `${head}  ${output.style(isTaken ? 'green' : 'red', String(status))}  ${duration_ms} ms`;
}

/** Sends the body, headers and signatures of the service's deliveries, by one attempt without retries. */
async function forward(
  { eventId, event }: HeardEvent,
  { url, secret, signal }: { url: string; secret: string; signal: AbortSignal },
): Promise<Forwarded> {
  const beganMs = performance.now();
  const answered = (status: number | null, error: string | null): Forwarded => {
    return { status, error, duration_ms: Math.round(performance.now() - beganMs) };
  };
  const body = JSON.stringify(event);
  try {
    const response = await fetch(url, {
      ...{ method: 'POST', body, redirect: 'manual', headers: headersOf({ eventId, body, secret }) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
    });
    await response.body?.cancel();
    return answered(response.status, null);
  } catch (thrown) {
    signal.throwIfAborted();
    return answered(null, cleanLine(reasonOf(thrown)));
  }
}

/** As `webhook-headers.ts` of the webhook client, made for a receiver that knows no difference. */
function headersOf({
  eventId,
  body,
  secret,
}: Record<'eventId' | 'body' | 'secret', string>): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1_000);
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
