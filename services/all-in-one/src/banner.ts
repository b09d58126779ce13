import type { DemoOpening } from '@svc/demo';

/** What a person sees when everything is ready: where to look, who may sign in, and the next command to try. */
export function banner({ url, demo }: { url: string; demo: DemoOpening | null }): string {
  const lines = [
    `Ready at ${url}`,
    '',
    `  Console         ${url}`,
    `  API reference   ${url}/docs`,
    `  Health          ${url}/health/ready`,
    '',
    ...indented(demo !== null && 'login' in demo ? withDemo(url, demo) : withoutDemo(url, demo)),
    '',
    'The README goes on from there. Ctrl-C stops.',
  ];
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n`;
}

function withDemo(url: string, { login }: Extract<DemoOpening, { login: unknown }>): string[] {
  return [
    `Demo login      ${login.email}`,
    `Password        ${login.password}`,
    '',
    'Sign in and write to Ada, or stay in the terminal:',
    '',
    ...tokenCommand(`${url}/api/auth/sign-in/email`, { email: login.email, password: login.password }),
    `curl -sS ${url}/api/client/agents -H "authorization: Bearer $TOKEN"`,
    '',
    'DEMO=off leaves nothing of it.',
  ];
}

function withoutDemo(url: string, demo: DemoOpening | null): string[] {
  const reason = demo !== null && 'problem' in demo ? [`No demo: ${demo.problem}`, ''] : [];
  const account = { name: 'Ada', email: 'ada@example.org', password: 'correct horse' };
  return [
    ...reason,
    'Next: make an account and keep its token:',
    '',
    ...tokenCommand(`${url}/api/auth/sign-up/email`, account),
  ];
}

function tokenCommand(url: string, body: Record<string, string>): string[] {
  return [
    `TOKEN=$(curl -sS -D - -o /dev/null ${url} -H 'content-type: application/json' \\`,
    `  -d '${JSON.stringify(body)}' | sed -n 's/^set-auth-token: *//Ip' | tr -d '\\r')`,
  ];
}

function indented(lines: string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}
