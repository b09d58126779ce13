/** One line of progress, apart from the logs of what is started. */
export function say(line) {
  process.stderr.write(`› ${line}\n`);
}

/** Ends the process with a message that names what to do. */
export function giveUp(message, exitCode = 1) {
  process.stderr.write(`\n✗ ${message}\n`);
  process.exit(exitCode);
}

export function seconds(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}
