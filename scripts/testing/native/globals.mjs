/** Jest makes one for each file; a module that is loaded once sees that of the file that runs. */
export let jest;

/** @param {{ jest: unknown }} globals of the file that runs next. */
export function publish(globals) {
  ({ jest } = globals);
}
