import { contractFields, fieldList } from '../reference/contract-fields.mjs';

/** What agents and client apps see of the AsyncAPI document. */
const CHANNELS = ['agentSocket', 'agentWebhook', 'clientSocket'];
const DIRECTIONS = { receive: 'To the service', send: 'From the service' };

/** @param {object} asyncapi the document, with its schemas in place. */
export function framesPage({ channels, operations, components }) {
  // A delivery is the event with headers.
  const namesOf = ({ messages = {} }) =>
    Object.values(messages).map(({ $ref }) => $ref.replace(/^.*\/|Delivery$/g, ''));
  const sections = CHANNELS.map((name) => {
    const channel = channels[name];
    const directions = Object.values(operations)
      .filter((operation) => operation.channel.$ref.endsWith(`/${name}`))
      .map((operation) => {
        const names = namesOf(operation.messages === undefined ? channel : operation);
        return `**${DIRECTIONS[operation.action]}:** ${names.map((each) => `[\`${each}\`](#${each.toLowerCase()})`).join(', ')}`;
      });
    return [`## ${channel.title}`, `\`${channel.address}\``, channel.description.trim(), ...directions];
  });
  const shown = new Set(CHANNELS.flatMap((name) => namesOf(channels[name])));
  const messages = [...shown].map((name) => {
    const { summary, payload } = components.messages[name];
    return [`### ${name}`, summary, fieldList(contractFields(payload.schema))];
  });
  const headers = fieldList(contractFields(components.messageTraits.webhookDelivery.headers));
  const about = `What travels over sockets and to webhooks, made of the [AsyncAPI document](../proto-events/asyncapi.yaml) that the service serves at \`/asyncapi.json\`.`;
  return [
    '# Frames and deliveries',
    about,
    ...sections.flat(),
    '## Messages',
    ...messages.flat(),
    '## Headers of deliveries',
    headers,
  ].join('\n\n');
}
