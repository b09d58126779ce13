import type { TrafficNumbers } from './traffic.js';

export interface Report {
  title: string;
  description: string;
  /** Markdown. */
  text: string;
}

/** The numbers behind Ada's report card. All of them are real. */
export function trafficReport(numbers: TrafficNumbers, nowMs: number): Report {
  const total = sum(Object.values(numbers.events));
  const minutes = Math.max(1, Math.round((nowMs - numbers.sinceMs) / 60_000));
  const rows = Object.entries(numbers.events).map(([type, count]) => `| \`${type}\` | ${count} |`);
  return {
    title: 'My traffic',
    description: `${counted(total, 'event')} in ${counted(minutes, 'minute')}`,
    text: [
      '# My traffic',
      `Connected over the public WebSocket since ${timeOf(numbers.sinceMs)}. Everything here is counted, nothing is invented.`,
      '## What reached me',
      ['| event | how often |', '| --- | ---: |', ...rows, `| **all** | **${total}** |`].join('\n'),
      '## What I did',
      [
        `- sent ${counted(numbers.messagesSent, 'message')}`,
        `- completed ${counted(numbers.runsCompleted, 'run')}`,
        `- needed ${durationOf(middleOf(numbers.handlingMs))} for an event in the middle, ${durationOf(Math.max(0, ...numbers.handlingMs))} at most`,
      ].join('\n'),
      `In the last 15 minutes ${counted(sum(numbers.perMinute), 'event')} came. Say *picture* to see them as a chart.`,
    ].join('\n\n'),
  };
}

/** `1 event`, `2 events`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Such as `2026-03-02 09:30 UTC`. */
export function timeOf(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function durationOf(durationMs: number): string {
  return `${Math.round(durationMs)} ms`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
