import type { Demo } from './demo/demo.js';

export interface BannerFacts {
  url: string;
  demo: Pick<Demo, 'login' | 'problem'> | null;
}

/** The text that a person sees when everything is ready: the address, the login, and the next command to try. */
export function banner({ url, demo }: BannerFacts): string {
  const lines = [
    `Ready at ${url}`,
    '',
    `  Console         ${url}`,
    `  Documentation   ${url}/docs`,
    `  API reference   ${url}/docs/api/`,
    `  Health          ${url}/health/ready`,
    '',
    ...indented(demo?.problem === null ? withDemo(url, demo.login) : withoutDemo(url, demo?.problem)),
    '',
    'The README goes on from there. Ctrl-C stops.',
  ];
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n`;
}

function withDemo(url: string, login: Demo['login']): string[] {
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
    'DEMO=off starts without it.',
  ];
}

function withoutDemo(url: string, problem?: string | null): string[] {
  const reason = problem ? [`No demo: ${problem}`, ''] : [];
  const account = { name: 'Ada', email: 'ada@example.org', password: 'correct horse' };
  return [
    ...reason,
    'Next: make an account and keep its token:',
    '',
    `export API=${url}`,
    `TOKEN=$(curl -sS -D - -o /dev/null $API/api/auth/sign-up/email -H 'content-type: application/json' \\`,
    `  -d '${JSON.stringify(account)}' | sed -n 's/^set-auth-token: *//Ip' | tr -d '\\r')`,
  ];
}

function indented(lines: string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}
