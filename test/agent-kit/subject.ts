import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { endOf, inTime, Signal } from '@svc/testkit';

/** A line that a subject has written about one of its agents. */
export interface Report {
  agent: string;
  event: string;
  [fact: string]: unknown;
}

/** How a subject is started: a program with its arguments. */
export type SubjectCommand = readonly [program: string, ...args: string[]];

/** A process that is told by lines what agents to be, and tells by lines what happens to them. */
export class Subject {
  readonly #child: ChildProcess;
  readonly #reports = new Map<string, Signal<Report>>();
  readonly #ended: Promise<string>;
  #errors = '';

  constructor([program, ...args]: SubjectCommand) {
    this.#child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr?.on(
      'data',
      (chunk: Buffer) => (this.#errors = (this.#errors + String(chunk)).slice(-4_000)),
    );
    // A subject that was killed takes no more.
    this.#child.stdin?.on('error', () => {});
    if (this.#child.stdout === null) throw new Error('A subject has no output');
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const report = JSON.parse(line) as Report;
      this.of(report.agent).push(report);
    });
    this.#ended = endOf(this.#child).then(String);
  }

  /** What it has written about an agent. */
  of(agent: string): Signal<Report> {
    const reports = this.#reports.get(agent) ?? new Signal<Report>();
    this.#reports.set(agent, reports);
    return reports;
  }

  /** What it wrote to its standard error lately. */
  get errors(): string {
    return this.#errors;
  }

  command(command: object): void {
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Resolves with the exit code or the signal that ended it. */
  end(): Promise<string> {
    return inTime(this.#ended, 'the subject to end');
  }

  /** Ends it at once, if it has not ended. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}
