import type { DemoOpening } from './demo/demo.js';

export interface BannerFacts {
  url: string;
  demo: DemoOpening | null;
  /** The folder of the database, if it is not the data folder. */
  databaseFolder?: string | null;
}

/** The text that a person sees when everything is ready: the address, the login, and the next command to try. */
export function banner({ url, demo, databaseFolder = null }: BannerFacts): string {
  const lines = [
    `Ready at ${url}`,
    '',
    `  Console         ${url}`,
    `  Documentation   ${url}/docs`,
    `  API reference   ${url}/docs/api/`,
    `  Health          ${url}/health/ready`,
    ...(databaseFolder === null ? [] : [`  Database        ${databaseFolder}`]),
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
    'Sign in and write to Ada, or make an agent of your own, in a second terminal in this folder:',
    '',
    `export AGENT_SERVICE_URL=${url}`,
    'node examples/person.mjs new-agent Echo',
    'node --env-file=.data/agent.env examples/echo.mjs &',
    'node examples/person.mjs say "Hello, agent"',
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
    // The names that docs/first-success-by-curl.md uses.
    `export API=${url}`,
    `TOKEN=$(curl -sS -D - -o /dev/null $API/api/auth/sign-up/email -H 'content-type: application/json' \\`,
    `  -d '${JSON.stringify(account)}' | sed -n 's/^set-auth-token: *//Ip' | tr -d '\\r')`,
  ];
}

function indented(lines: string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}
