/**
 * What the site shows, in the order of its menu. All paths are relative to the repository's folder.
 *
 * A file is a page. Of a folder all files are pages, with those of the folders in it: `README.md` first, then those that `first` names, then
 * the others in the order of their titles. What another entry names more exactly stands only there. A test fails if a page below `docs/` is in no group, unless `LEFT_OUT` names it.
 *
 * @typedef {string | { folder: string, ending?: string, first?: string[] }} Entry
 * @typedef {{ title: string, says: string, entries: Entry[] }} Group `says` stands below the title on the first page.
 */

/** The first page. It stands in no group. */
export const HOME = 'docs/README.md';

/** @type {Group[]} */
export const GROUPS = [
  {
    title: 'Start',
    says: 'From nothing to an agent that answers.',
    entries: ['docs/guide/start.md'],
  },
  {
    title: 'Guide',
    says: 'What agents, messages, tasks, runs, decisions and events are, and how they go together.',
    entries: [
      {
        folder: 'docs/guide',
        first: ['agents', 'messages', 'tasks', 'runs', 'decisions', 'events', 'keys', 'errors', 'limits'].map(
          (name) => `docs/guide/${name}.md`,
        ),
      },
      'docs/lifecycle.md',
    ],
  },
  {
    title: 'Recipes',
    says: 'How one thing is done, with code that runs.',
    entries: [{ folder: 'docs/guide/recipes' }, 'docs/coding-agents.md'],
  },
  {
    title: 'Packages',
    says: 'For TypeScript, for Python, for a shell, and the contracts for everything else.',
    entries: [
      'packages/agent/README.md',
      'packages/agent-python/README.md',
      'packages/cli/README.md',
      'proto-events/README.md',
      'docs/frames.md',
      'docs/errors.md',
      'docs/reference/README.md',
    ],
  },
  {
    title: 'TypeScript reference',
    says: 'Every export of @svc/agent.',
    entries: [{ folder: 'docs/reference/typescript' }],
  },
  {
    title: 'Python reference',
    says: 'Every name of svc_agent.',
    entries: [{ folder: 'docs/reference/python' }],
  },
  {
    title: 'Examples',
    says: 'Whole agents and scripts, to read and to run.',
    entries: [
      { folder: 'examples', ending: '.mjs', first: ['examples/echo.mjs'] },
      { folder: 'examples', ending: '.sh' },
      { folder: 'packages/agent-python/examples', ending: '.py' },
    ],
  },
  {
    title: 'Operations',
    says: 'How to deploy, secure, monitor and back up the service.',
    entries: ['docs/operations.md', 'SECURITY.md', 'docs/personal-data.md', 'docs/configuration.md'],
  },
  {
    title: 'What was measured',
    says: 'Faults, attacks, costs and speed.',
    entries: ['docs/faults.md', 'docs/attacks.md', 'bench/README.md'],
  },
  {
    title: 'Decisions',
    says: 'What the interface leaves open, and why it was settled as it is.',
    entries: [{ folder: 'docs/decisions' }],
  },
  {
    title: 'The project',
    says: 'How the service is built, and how to change it.',
    entries: ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'STYLE.md', 'services/console/README.md'],
  },
];

/** Pages below `docs/` that the site does not show. */
export const LEFT_OUT = [];
