/**
 * What PostgreSQL's programs need of an environment: to find other programs, to know language, time zone and folders, and what Windows
 * starts programs with. The rest stays with us: keys and tokens would stand readable in the server's process for as long as it runs.
 */
const HANDED_ON = /^(PATH|LANG|LC_\w+|TZ|HOME|TMPDIR|SYSTEMROOT|COMSPEC|TEMP|TMP)$/i;

export function programEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => HANDED_ON.test(name)));
}
