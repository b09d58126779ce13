/** The specification's bound on a summary. */
const SUMMARY_LENGTH_MAX = 1_000;
/** Leaves room for the words around the payload. */
const PAYLOAD_LENGTH_MAX = 700;

/** The summary of a run of the event task: the payload as it came. */
export function deploySummary(payload: Record<string, unknown>): string {
  const text = JSON.stringify(payload, null, 2);
  const isLong = text.length > PAYLOAD_LENGTH_MAX;
  const shown = isLong ? `${text.slice(0, PAYLOAD_LENGTH_MAX)}\n…` : text;
  return bounded(`**Deploy hook was called** with ${text.length} characters:\n\n${fenced(shown)}`);
}

/** The summary of a task for which the script has no answer. */
export function unknownTaskSummary(task: { name: string; prompt: string }): string {
  const prompt = task.prompt.slice(0, 400).replace(/^/gm, '> ');
  return bounded(
    `I was told:\n\n${prompt}\n\nI'm scripted and cannot do that, but the run came here and back: an agent of yours would have done it.`,
  );
}

export function reminderSummary(subject: string): string {
  return bounded(subject === '' ? '**Your reminder:** the time is up.' : `**Your reminder:** ${subject}`);
}

/** A fence that is longer than any in the text, so that the text cannot end it (CommonMark, section 4.5). */
function fenced(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}json\n${text}\n${fence}`;
}

function bounded(summary: string): string {
  return summary.length <= SUMMARY_LENGTH_MAX ? summary : `${summary.slice(0, SUMMARY_LENGTH_MAX - 1)}…`;
}
