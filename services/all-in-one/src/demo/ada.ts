import type { Agent, AgentLog, IncomingMessage, OutgoingMessage, Task } from '@svc/agent';

const CHECK_IN = {
  name: 'Check in',
  prompt: 'Look at your own traffic and say in a line whether all is well.',
  schedule: '*/5 * * * *',
};
const DEPLOY_HOOK = {
  name: 'Deploy hook',
  prompt: 'Show what the webhook was called with.',
  schedule: 'event',
};
const RECIPIENTS = ['anna', 'ben', 'chiara', 'dmitri'];
const MINUTE_MS = 60_000;
const MINUTES = 15;
const QUOTE_LENGTH_MAX = 200;
/** Leaves room for the words around it in a summary of 1,000 characters. */
const PAYLOAD_LENGTH_MAX = 700;

const WORDS = [
  '- **report**: a report card with a chart of my own traffic',
  '- **decide**: I ask you for a decision, which you can approve, reject or always allow',
  '- **task**: what I run by schedule and by webhook',
].join('\n');

/** Interactive. What it tells of itself is counted, not invented. */
export async function playAda(
  agent: Agent,
  { publicBaseUrl, isNew, log }: { publicBaseUrl: string; isNew: boolean; log: AgentLog },
): Promise<void> {
  const byType = new Map<string, number>();
  let arrivalsMs: number[] = [];
  let asked = 0;

  agent.use(async ({ event }, next) => {
    byType.set(event.type, (byType.get(event.type) ?? 0) + 1);
    arrivalsMs = [...arrivalsMs.filter((atMs) => atMs > Date.now() - MINUTES * MINUTE_MS), Date.now()];
    await next();
  });
  agent.on('user_message', async (message) => {
    if (/\b(decide|decision|approve|approval)\b/i.test(message.text)) return ask(message);
    if (/\b(reports?|pictures?|charts?)\b/i.test(message.text)) return message.reply(await report());
    if (/\b(tasks?|schedule|cron|deploy|webhook|trigger)\b/i.test(message.text))
      return message.reply(taskList(await agent.tasks.list(), publicBaseUrl));
    return message.reply(
      `I heard you:\n\n${quoted(message.text)}\n\nThat is beyond my script. Try:\n\n${WORDS}`,
    );
  });
  agent.on('decision_resolved', (event) => {
    const note = event.note === '' ? '' : `\n\nYou noted:\n\n${quoted(event.note)}`;
    const rule = event.always_allow ? '\n\nFrom now on this is allowed. Say **decide** again to see it.' : '';
    return agent.send(
      `**${event.status === 'approved' ? 'Approved' : 'Not approved'}**, thank you.${note}${rule}`,
      {
        conversationId: event.conversation_id,
      },
    );
  });
  agent.task(CHECK_IN.name, async (run) => {
    await run.context.append(`Looking at my traffic: ${JSON.stringify(Object.fromEntries(byType))}`);
    return `All is well: ${arrivalsMs.length} events in the last ${MINUTES} minutes.`;
  });
  agent.task(DEPLOY_HOOK.name, (run) => {
    const payload = JSON.stringify(run.payload, null, 2).slice(0, PAYLOAD_LENGTH_MAX);
    // Indented code, which no text inside can end (CommonMark, section 4.4).
    return `**Deploy hook was called** with\n\n${payload.replace(/^/gm, '    ')}`;
  });
  agent.task(
    (run) =>
      `I was told:\n\n${quoted(run.prompt)}\n\nI cannot do that: I am a script. The run came here and back.`,
  );

  /** No other message is kept waiting: what became of it comes as an event, also after a restart. */
  function ask(message: IncomingMessage): void {
    const recipient = `${RECIPIENTS[asked++ % RECIPIENTS.length]}@example.com`;
    const question = {
      title: `Send the weekly summary to ${recipient}?`,
      description:
        '*Nothing is really sent: I am a demo.* Try **always allow** with the pattern that I suggest.',
      action: `mail.send:${recipient}`,
      suggestedPattern: 'mail.send:*@example.com',
      expiresIn: '1h',
      conversationId: message.conversationId,
    } as const;
    agent.ask(question).catch((error: unknown) => log.info(`Ada hears no answer: ${String(error)}`));
  }

  async function report(): Promise<OutgoingMessage> {
    const total = [...byType.values()].reduce((sum, count) => sum + count, 0);
    const rows = [...byType].map(([type, count]) => `| \`${type}\` | ${count} |`);
    const perMinute = Array.from({ length: MINUTES }, (_, index) => {
      const endMs = Date.now() - (MINUTES - 1 - index) * MINUTE_MS;
      return arrivalsMs.filter((atMs) => atMs <= endMs && atMs > endMs - MINUTE_MS).length;
    });
    return {
      report: { title: 'My traffic', description: `${total} events since I was started` },
      text: ['# What reached me', ['| event | how often |', '| --- | ---: |', ...rows].join('\n')].join(
        '\n\n',
      ),
      files: [{ data: await barChart(perMinute) }],
    };
  }

  if (!isNew) return;
  for (const task of [CHECK_IN, DEPLOY_HOOK]) await agent.tasks.create(task);
  await agent.send(
    `Hello, I am **Ada**, a demo agent: a small script over the same public interface as any agent of yours. Try one of these:\n\n${WORDS}`,
  );
}

/** A bar for each value, the newest on the right, as a PNG. */
async function barChart(values: readonly number[]): Promise<Buffer> {
  // Loaded when it is needed: it is a large part written in C.
  const { default: sharp } = await import('sharp');
  const highest = Math.max(1, ...values);
  const area = (width: number, height: number, background: string) =>
    ({ create: { width, height, channels: 3, background } }) as const;
  const bars = values.map((value, index) => {
    const height = Math.round((value / highest) * 160) + 2;
    return { input: area(32, height, '#4f46e5'), left: index * 40 + 24, top: 190 - height };
  });
  return sharp(area(640, 200, '#fafafc'))
    .composite(bars)
    .png()
    .toBuffer();
}

function taskList(tasks: readonly Task[], publicBaseUrl: string): string {
  const lines = tasks.slice(0, 10).map(({ name, schedule }) => `- **${name}**: \`${schedule}\``);
  const triggered = tasks.find(({ trigger_id: triggerId }) => typeof triggerId === 'string');
  if (triggered === undefined) return `My tasks:\n\n${lines.join('\n')}`;
  const url = `${publicBaseUrl}/webhook/${triggered.trigger_id}`;
  const command = `curl -X POST ${url} -H 'content-type: application/json' -d '{"version":"1.2.3"}'`;
  return `My tasks:\n\n${lines.join('\n')}\n\nCall *${triggered.name}*, and its run shows up here:\n\n\`\`\`sh\n${command}\n\`\`\``;
}

function quoted(text: string): string {
  return text.trim().slice(0, QUOTE_LENGTH_MAX).replace(/^/gm, '> ');
}
