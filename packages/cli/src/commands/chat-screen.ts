import type { ChatMessage, ChatNews } from '../live/conversation-feed.js';
import { cleanLine, cleanText } from '../terminal/clean-text.js';
import type { Output } from '../terminal/output.js';

/** Messages below each other, the one that grows at the end. With `--json` each stored message is a line. */
export class ChatScreen {
  readonly #output: Output;
  readonly #agentName: string;
  /** The message whose text stands at the end, without a newline behind it. */
  #growing: string | null = null;

  constructor(output: Output, agentName: string) {
    this.#output = output;
    this.#agentName = cleanLine(agentName);
  }

  prompt(): void {
    if (this.#output.isTerminal && this.#growing === null)
      this.#output.piece(`\r${this.#output.style('dim', '> ')}`);
  }

  leave(): void {
    if (this.#output.isTerminal) this.#output.piece('\n');
  }

  tell(told: ChatNews): void {
    if (told.news === 'text') this.#grow(told.messageId, told.text);
    else if (told.news === 'cut') this.#cut(told.messageId);
    else this.show(told.message, told.shown);
  }

  /** More text of a message. Only one grows on the screen; another one comes when it is stored. */
  #grow(messageId: string, text: string): void {
    if (this.#output.isJson || (this.#growing !== null && this.#growing !== messageId)) return;
    if (this.#growing === null) this.#output.piece(this.#head('agent'));
    this.#growing = messageId;
    this.#output.piece(cleanText(text));
  }

  #cut(messageId: string): void {
    if (this.#growing !== messageId) return;
    this.#growing = null;
    this.#output.piece(`${this.#output.style('yellow', ' [cut off]')}\n`);
    this.prompt();
  }

  /** A stored message. @param shown how much of its text {@link tell} was given. */
  show(message: ChatMessage, shown: number): void {
    if (this.#output.isJson) return void this.#output.item(message, () => '');
    const isGrowing = this.#growing === message.id;
    if (this.#growing !== null && !isGrowing) this.#output.piece('\n');
    this.#growing = null;
    const rest = cleanText((message.text ?? '').slice(isGrowing ? shown : 0));
    const text = isGrowing ? rest : `${this.#head(message.sender)}${rest}`;
    this.#output.piece(`${[text, ...this.#beside(message)].join('\n')}\n`);
    this.prompt();
  }

  #head(sender: ChatMessage['sender']): string {
    const name = sender === 'agent' ? this.#agentName : 'You';
    // What was asked for stands on the terminal before it.
    const begin = this.#output.isTerminal ? '\r' : '';
    return begin + this.#output.style(sender === 'agent' ? 'cyan' : 'bold', `${name}: `);
  }

  #beside({ report_title, image_urls, audio_url, decision_id, quick_replies, files }: ChatMessage): string[] {
    const count = image_urls.length + (audio_url === null ? 0 : 1);
    const lines = [
      report_title !== null && `report: ${report_title}`,
      count > 0 && `pictures and recordings: ${count}`,
      ...(files ?? []).map(({ name }) => `file: ${name ?? 'without a name'}`),
      decision_id !== null && `asks for a decision: svc decisions approve ${decision_id}`,
      ...(quick_replies ?? []).map(({ text }) => `[${text}]`),
    ];
    return lines
      .filter((line) => line !== false)
      .map((line) => this.#output.style('dim', `  ${cleanLine(line)}`));
  }
}
