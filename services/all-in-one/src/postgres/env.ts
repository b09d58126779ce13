/** Keys and tokens in other variables would be readable in the server's process for as long as it runs. */
const HANDED_ON = /^(PATH|LANG|LC_\w+|TZ|HOME|TMPDIR|SYSTEMROOT|COMSPEC|TEMP|TMP)$/i;

export function programEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => HANDED_ON.test(name)));
}
