import type { DecisionResolvedEvent } from '@svc/proto-events';
import type { Decision, NewDecision } from './agent-api.js';

const RECIPIENTS = ['anna', 'ben', 'chiara', 'dmitri'] as const;
const HOUR_SECONDS = 3_600;

/** A request that suggests a pattern. If a user makes it a rule, the rule approves the next one. */
export function recipientRequest(index: number): NewDecision {
  const recipient = `${RECIPIENTS[index % RECIPIENTS.length]}@example.com`;
  return {
    title: `Send the weekly summary to ${recipient}?`,
    description: [
      `One page, no attachments. *Nothing is really sent: I'm a demo.*`,
      'Tick **always allow** and use my pattern to have later mail to `example.com` approved without asking.',
    ].join('\n\n'),
    action: `mail.send:${recipient}`,
    suggested_pattern: 'mail.send:*@example.com',
    expires_in_seconds: HOUR_SECONDS,
  };
}

/** Ada's words when she hears how a request ended. */
export function outcomeText(event: DecisionResolvedEvent, decision: Decision): string {
  const parts = [`${verdictOf(event, decision)} *${decision.title}*`];
  if (event.note !== '') parts.push(`You noted:\n\n${event.note.slice(0, 500).replace(/^/gm, '> ')}`);
  if (event.always_allow && event.always_allow_pattern !== null && decision.resolution_reason === 'user') {
    parts.push(
      `From now on everything that fits ${codeOf(event.always_allow_pattern)} is approved at once. Say **decide** again to see it.`,
    );
  }
  return parts.join('\n\n');
}

function verdictOf({ status }: DecisionResolvedEvent, { resolution_reason: reason }: Decision): string {
  switch (status) {
    case 'approved':
      return reason === 'rule' ? '**Approved by your rule**, without asking.' : '**Approved**, thank you.';
    case 'rejected':
      return '**Rejected**, so I leave it.';
    case 'dismissed':
      return reason === 'expired'
        ? '**Nobody answered in time**, so I leave it.'
        : '**Dismissed**, so I leave it.';
  }
}

/** A pattern is a text of others: backticks in it must not end the code. */
function codeOf(pattern: string): string {
  return `\`${pattern.replaceAll('`', "'")}\``;
}
