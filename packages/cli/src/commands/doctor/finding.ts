export interface Finding {
  /** For programs: the same word for the same thing. */
  code: string;
  /** `problem`: it keeps the agent from receiving. `note`: it may, or it will. */
  severity: 'ok' | 'note' | 'problem';
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
