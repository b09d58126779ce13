import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The packages that are held to the scenarios, and the tests that do it, from the repository's root. */
export const HELD = [
  { language: 'TypeScript', name: '@svc/agent', test: 'test/spec/agent-kit.test.ts' },
  { language: 'Python', name: 'svc_agent', test: 'test/python/agent-kit.test.ts' },
];

const INTRODUCTION = `# What both packages for agents are held to

[The scenarios](../test/agent-kit/scenarios.yaml) are played by programs of both packages, against the running service in both shapes, through a proxy that does
what the last column says to the network, or by a signal to the agent's process. A package has a scenario (✓) if its test plays it.

${HELD.map(({ name, language, test }) => `- ${language} is \`${name}\`, which [\`${test}\`](../${test}) holds to them.`).join('\n')}
`;

/**
 * The page about conformance.
 *
 * @param {string} root the repository's folder.
 * @returns {Promise<string>} Markdown.
 */
export async function conformancePage(root) {
  const text = await readFile(join(root, 'test/agent-kit/scenarios.yaml'), 'utf8');
  // Lines of their own between scenarios are headings; the first section has one too.
  const parts = text.split(/\n\n# (.+)\n\n/);
  const scenarios = new Map(parse(text, { merge: true }).map((scenario) => [scenario.name, scenario]));
  const sections = [{ heading: 'The beginning', names: namesIn(parts[0]) }];
  for (let index = 1; index < parts.length; index += 2)
    sections.push({ heading: parts[index], names: namesIn(parts[index + 1]) });
  const named = sections.flatMap(({ names }) => names);
  if (named.length !== scenarios.size) throw new Error('A scenario stands in no section, or in two.');
  const tables = sections.map(({ heading, names }) =>
    tableOf(
      heading,
      names.map((name) => scenarios.get(name)),
    ),
  );
  return `${INTRODUCTION}\n${scenarios.size} scenarios.\n\n${tables.join('\n')}`;
}

function tableOf(heading, scenarios) {
  const languages = HELD.map(({ language }) => language);
  const rows = scenarios.map(({ name, steps }) => [name, ...languages.map(() => '✓'), faultsIn(steps)]);
  const lines = [['Scenario', ...languages, 'Faults'], ['-', ...languages.map(() => '-'), '-'], ...rows];
  return `## ${heading}\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

/** What is done to the network and to the processes, in order. */
function faultsIn(steps) {
  const faults = steps.flatMap(({ network, kill }) => {
    if (typeof network === 'object') return [`delay of ${network.delay} ms`];
    return [network ?? kill ?? []].flat();
  });
  return [...new Set(faults)].join(', ');
}

function namesIn(text) {
  return [...text.matchAll(/^- name: (.+)$/gm)].map(([, name]) => parse(name));
}
