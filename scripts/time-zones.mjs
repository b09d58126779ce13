/**
 * `node scripts/time-zones.mjs [tzdata.zi]`: writes the names of zones and links of the IANA database, by
 * default this machine's. With `--check` it only compares. Node knows other names and spellings.
 */
import { readFile } from 'node:fs/promises';
import { writeGenerated } from '../proto-events/generated-files.mjs';
import { repositoryRoot } from './preparation/processes.mjs';

const [source = '/usr/share/zoneinfo/tzdata.zi'] = process.argv.slice(2).filter((word) => word !== '--check');
const text = await readFile(source, 'utf8');
const version = /^# version (\S+)/.exec(text)?.[1];
// `Z <name> …` is a zone, and `L <target> <name>` a link (tzdata.zi is in the language of zic).
const names = [...text.matchAll(/^(?:Z|L \S+) (\S+)/gm)].map(([, name]) => name).sort();
await writeGenerated(repositoryRoot(), {
  'packages/domain/src/generated/zone-names.ts': `// Generated from the IANA time zone database ${version} by scripts/time-zones.mjs.
export const ZONE_NAMES = \`
${names.join('\n')}
\`;
`,
});
