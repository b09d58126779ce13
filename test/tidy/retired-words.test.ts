import { execFileSync } from 'node:child_process';
import { read, ROOT, sourceFiles } from './source-files.js';

/** Words of our own for what the field has a name for; see the glossary of `STYLE.md`. */
const RETIRED =
  /(^| )((stranger|door|lane|room|place|turn|departure|verdict|evidence|stray|constellation)s?|held|told|aside|put off|hurry|park|somebody)( |$)/;

/** Words that say nothing of what a file is responsible for. */
const EMPTY = /(^| )(utils?|common|helpers?|shared|manager)( |$)/;

/** `inPictureTurn`, `put-off.sql`, `free_place` -> their words, in small letters. */
function wordsOf(name: string): string {
  const parts = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return parts.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ');
}

function exportsOf(path: string): string[] {
  const declared =
    /^export (?:default )?(?:abstract |async |declare )*(?:const|let|function\*?|class|type|interface) (\w+)/gm;
  const listed = /^export (?:type )?\{([^}]*)\}/gm;
  const text = read(path);
  return [
    ...[...text.matchAll(declared)].map(([, name = '']) => name),
    ...[...text.matchAll(listed)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []),
  ];
}

function tracked(...patterns: string[]): string[] {
  const output = execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' });
  return output.trim().split('\n');
}

describe('Names', () => {
  it('of files have no retired word, and say a responsibility', () => {
    const paths = tracked();
    expect(paths.length).toBeGreaterThan(500);
    const bad = paths.filter((path) => [RETIRED, EMPTY].some((words) => words.test(wordsOf(path))));
    expect(bad).toEqual([]);
  });

  it('of exports have no retired word', () => {
    const exported = sourceFiles().flatMap((path) => exportsOf(path).map((name) => ({ path, name })));
    expect(exported.length).toBeGreaterThan(1_000);
    expect(exported.filter(({ name }) => RETIRED.test(wordsOf(name)))).toEqual([]);
  });

  it('of tables, views and functions of the database have no retired word', () => {
    const [migration = ''] = tracked('packages/store/prisma/migrations/*.sql');
    const names = [...read(migration).matchAll(/^CREATE (?:\w+ )*?(?:TABLE|VIEW|FUNCTION) (\w+)/gm)];
    expect(names.length).toBeGreaterThan(40);
    expect(names.map(([, name = '']) => name).filter((name) => RETIRED.test(wordsOf(name)))).toEqual([]);
  });
});
