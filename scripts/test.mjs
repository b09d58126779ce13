/**
 * `npm test`: installs what is missing, then every check and every test, against real PostgreSQL and RabbitMQ.
 * `npm test -- <jest arguments>` runs only the tests that they select and leaves the static checks out.
 */
import { prepare, runInstalled, say } from './preparation/prepare.mjs';

await prepare({ build: false });
// Imported only now: before the installation their packages are not there.
const { staticChecks } = await import('./testing/checks.mjs');
const { TestSession } = await import('./testing/session.mjs');

const narrowed = process.argv.slice(2);
const session = new TestSession();
const build = () => runInstalled('turbo', ['run', 'build', '--output-logs=errors-only'], { quiet: true });

// The generated client of the store is what types and lint read, so the build comes first.
await session.check('build', build);
if (narrowed.length === 0) {
  await session.checks(staticChecks());
} else {
  say('Narrowed by arguments: the static checks are left out.');
}
await session.bringServers();
// Whoever names tests elsewhere needs no browser.
const paths = narrowed.filter((argument) => argument.includes('/'));
const needsBrowser = paths.length === 0 || paths.some((path) => path.includes('test/browser'));
if (needsBrowser) await session.bringBrowser();
for (const [name, project, env, options = []] of jestRuns()) {
  await session.jest(
    name,
    [
      ...options,
      '--selectProjects',
      project,
      ...(narrowed.length > 0 ? ['--passWithNoTests', ...narrowed] : []),
    ],
    env,
  );
}
process.exit(await session.finish());

/** The black-box suite runs against both shapes of the product. Its tests mostly wait, so more of them than processors run at once. */
function jestRuns() {
  return [
    ['unit and integration', 'unit', {}],
    ['specification, all in one', 'spec', { SPEC_MODE: 'all-in-one' }, ['--maxWorkers=3']],
    ['specification, as services', 'spec', { SPEC_MODE: 'services' }, ['--maxWorkers=3']],
    ...(needsBrowser ? [['console, in a browser', 'browser', {}, ['--maxWorkers=2']]] : []),
  ];
}
