/** `problem`: it keeps the agent from receiving. `note`: it may, or it will. */
export type Severity = 'ok' | 'note' | 'problem';

export interface Finding {
  /** For programs: the same word for the same thing. */
  code: string;
  severity: Severity;
  what: string;
  remedy?: string;
}

export function ok(code: string, what: string): Finding {
  return { code, severity: 'ok', what };
}

export function note(code: string, what: string, remedy: string): Finding {
  return { code, severity: 'note', what, remedy };
}

export function problem(code: string, what: string, remedy: string): Finding {
  return { code, severity: 'problem', what, remedy };
}

/** @param most with so many it may be more: nobody countOf on. */
export function countOf(count: number, one: string, several: string, most = Infinity): string {
  if (count === 1) return `1 ${one}`;
  return `${count >= most ? 'at least ' : ''}${count} ${several}`;
}
