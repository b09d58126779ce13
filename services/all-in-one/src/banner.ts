/** What a person sees when everything is ready: where to look, and the next command to try. */
export function banner(url: string): string {
  return `
  Ready at ${url}

    API reference   ${url}/docs
    Health          ${url}/health/ready

  Next: make an account and keep its token:

    TOKEN=$(curl -sS -D - -o /dev/null ${url}/api/auth/sign-up/email -H 'content-type: application/json' \\
      -d '{"name":"Ada","email":"ada@example.org","password":"correct horse"}' | sed -n 's/^set-auth-token: *//Ip' | tr -d '\\r')

  The README goes on from there. Ctrl-C stops.
`;
}
