import { delayIn, subjectOf } from './reminder-words.js';

/** The parts of a chat message on which the answer depends. */
export interface Heard {
  text: string;
  senderName: string;
  imageCount: number;
  isVoice: boolean;
}

/** Ada's reaction to a message. */
export type Reply =
  | { kind: 'text'; text: string }
  | { kind: 'report' | 'picture' | 'tasks' | 'decision' }
  | { kind: 'reminder'; delayMs: number; subject: string };

/** Characters of a message that are quoted in the answer. */
const QUOTE_LENGTH_MAX = 200;

/**
 * The rules of Ada's side of the conversation. She understands a few words, wherever they stand; the first rule that fits counts.
 */
export function replyTo(heard: Heard): Reply {
  const text = heard.text.toLowerCase();
  const says = (words: RegExp): boolean => words.test(text);
  if (says(/\bremind(er)?\b/)) {
    return { kind: 'reminder', delayMs: delayIn(text), subject: subjectOf(heard.text) };
  }
  if (says(/\b(decide|decision|approve|approval|permission)\b/)) return { kind: 'decision' };
  if (says(/\breports?\b/)) return { kind: 'report' };
  if (says(/\b(picture|image|chart|photo|draw)\b/)) return { kind: 'picture' };
  if (says(/\b(tasks?|schedule|cron|deploy|webhook|trigger)\b/)) return { kind: 'tasks' };
  if (says(/\bhelp\b|^\s*\?\s*$|\bwhat can you\b/)) return { kind: 'text', text: helpText() };
  if (says(/\b(who|what) are you\b|\b(bot|human|real|script|scripted|ai)\b/))
    return { kind: 'text', text: honestText() };
  if (says(/\b(thanks|thank you|thx)\b/))
    return { kind: 'text', text: 'My pleasure. Anything else? *help* lists what I can do.' };
  return { kind: 'text', text: pleasantText(heard) };
}

/** Ada's first message, before anybody has said anything. */
export function welcomeText(): string {
  return [
    "Hello, I'm **Ada**, a demo agent. I'm a small script that is connected over the same public interface as any agent of yours; nothing here is faked, but I'm not clever either.",
    'Try one of these:',
    wordList(),
  ].join('\n\n');
}

function helpText(): string {
  return ["I'm scripted, so I understand a few words:", wordList()].join('\n\n');
}

function wordList(): string {
  return [
    '- **report**: a report card with my own traffic; open it to read it',
    '- **picture**: a chart of the events that reached me',
    '- **decide**: I ask you for a decision, which you can approve, reject or always allow',
    '- **task**: what I run by schedule and by webhook',
    '- **remind me in a minute to stretch**: a task that runs once',
  ].join('\n');
}

function honestText(): string {
  return "I'm a script of some hundred lines: no model, no person. What I show is real, though: I'm connected like any agent, over a WebSocket and the HTTP API. *help* lists the words I know.";
}

function pleasantText(heard: Heard): string {
  const parts: string[] = [greetingOf(heard)];
  if (heard.text.trim() !== '') parts.push(quoted(heard.text));
  if (heard.isVoice) parts.push('(I got the recording too, but I read only its transcript.)');
  if (heard.imageCount > 0) {
    const pictures = heard.imageCount === 1 ? 'Your picture' : `Your ${heard.imageCount} pictures`;
    parts.push(`${pictures} arrived. I have no eyes, but you can open what you sent in the chat.`);
  }
  parts.push(
    "That's beyond my script. Try **report**, **picture**, **decide**, **task** or **remind me in a minute**.",
  );
  return parts.join('\n\n');
}

function greetingOf({ text, senderName }: Heard): string {
  const name = plain(senderName);
  if (/\b(hello|hi|hey|good (morning|day|evening))\b/i.test(text)) return `Hello, ${name}! You said:`;
  return text.trim() === '' ? `Thank you, ${name}.` : `I heard you, ${name}:`;
}

function quoted(text: string): string {
  const isLong = text.length > QUOTE_LENGTH_MAX;
  const shown = isLong ? `${text.slice(0, QUOTE_LENGTH_MAX).trimEnd()} …` : text.trim();
  return shown.replace(/^/gm, '> ');
}

/** Someone's name must not format the message. */
function plain(name: string): string {
  return name.replace(/[\\`*_[\]<>#|~]/g, '').trim() || 'you';
}
