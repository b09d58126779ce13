export function readTestingEnvironment(env: NodeJS.ProcessEnv = process.env) {
  return {
    /** A checkout of the service, which has been built. */
    home: env['AGENT_SERVICE_HOME'],
    /** A PostgreSQL for scratch databases. */
    database: env['TEST_DATABASE_URL'],
  };
}

/** What a program needs of its environment, and nothing that could be a setting of the service or a secret. */
const HANDED_ON = /^(PATH|LANG|LC_\w+|TZ|HOME|TMPDIR|SYSTEMROOT|COMSPEC|TEMP|TMP)$/i;

export function programEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => HANDED_ON.test(name)));
}
