import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cp, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { repositoryRoot, run } from '../preparation/processes.mjs';
import { say } from '../preparation/progress.mjs';
import { succeeds } from './command.mjs';

const FOLDER = join(import.meta.dirname, 'stand-ins');
const CACHE = 'node_modules/.cache/agent-service-stand-ins';
const BASE = 'localhost/stand-in-debian';
/** The release that all stand-ins are made of; where it lacks a line, the package comes from another. */
const RELEASE = 'trixie';
const PULL_MS_MAX = 300_000;
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** How each image is made of Debian's packages: the release that has its line. */
const BUILDS = {
  'node:24-slim': { kind: 'node', args: {} },
  'postgres:17': { kind: 'postgres', args: { LINE: '17' } },
  'rabbitmq:4.0': { kind: 'rabbitmq', args: { SUITE: RELEASE } },
  'rabbitmq:4.3': { kind: 'rabbitmq', args: { SUITE: 'forky' } },
  'nginx:1.30-alpine': { kind: 'nginx', args: { SUITE: 'forky' } },
};

/**
 * Sees to it that the engine has these images: those of the registry, or, where it cannot be reached, stand-ins of the same names made of
 * Debian's packages. The stand-ins are kept for the next time.
 *
 * @param {import('./engine.mjs').Engine} engine
 * @param {string[]} images such as `postgres:17`
 * @param {string} folder for what is only needed meanwhile
 */
export async function bringImages(engine, images, folder) {
  const missing = [];
  for (const image of images) if (!(await hasImage(engine, image))) missing.push(image);
  if (missing.length === 0) return;
  if (await pull(engine, missing)) return;
  say(
    `Images: the registry cannot be reached, so stand-ins made of Debian’s packages take the place of ${missing.join(', ')}.`,
  );
  const archive = archivePath(missing);
  if (existsSync(archive)) {
    return must(engine, ['load', '--input', archive], 'loading the stand-ins that were kept');
  }
  await makeBase(engine, folder);
  for (const image of missing) await makeStandIn(engine, image, folder);
  await keep(engine, missing, archive);
}

function hasImage({ command, env }, image) {
  return succeeds(command, ['image', 'inspect', referenceOf(image)], { env });
}

async function pull(engine, images) {
  for (const image of images) {
    const options = { env: engine.env, timeoutMs: PULL_MS_MAX };
    if (!(await succeeds(engine.command, ['pull', referenceOf(image)], options))) return false;
  }
  return true;
}

/** A Debian with nothing but its essential packages. */
async function makeBase(engine, folder) {
  const root = join(folder, 'debian');
  const options = ['--variant=minbase', '--include=ca-certificates', RELEASE, root, mirror()];
  say(`Images: a Debian ${RELEASE} …`);
  if ((await run('debootstrap', options, { quiet: true })) !== 0) throw new Error('debootstrap failed');
  // A mirror may be frozen at a day that is long over.
  writeFileSync(join(root, 'etc/apt/apt.conf.d/99-any-date'), 'Acquire::Check-Valid-Until "false";\n');
  const archive = join(folder, 'debian.tar');
  await run('tar', ['-C', root, '--exclude=./var/cache/apt/archives/*.deb', '-cf', archive, '.'], {
    quiet: true,
  });
  rmSync(root, { recursive: true, force: true });
  await must(engine, ['import', archive, BASE], 'importing the Debian');
  rmSync(archive);
}

async function makeStandIn(engine, image, folder) {
  const build = BUILDS[image];
  if (build === undefined) throw new Error(`nothing says how to make a stand-in for ${image}`);
  say(`Images: ${image} …`);
  const context = join(folder, `stand-in-${build.kind}`);
  await cp(join(FOLDER, build.kind), context, { recursive: true });
  if (build.kind === 'node') await addNode(context, image);
  const args = Object.entries({ ...build.args, MIRROR: mirror() }).flatMap(([name, value]) => [
    '--build-arg',
    `${name}=${value}`,
  ]);
  await must(engine, ['build', '--tag', referenceOf(image), ...args, context], `making ${image}`);
  rmSync(context, { recursive: true });
}

/** Node comes from npm, whose registry has every line that is supported, and has npm itself. */
async function addNode(context, image) {
  const line = /^node:(\d+)/.exec(image)?.[1];
  const packages = [`node-linux-${process.arch}@${line}`, 'npm@11'];
  const tools = join(context, 'tools');
  const options = [
    'install',
    '--prefix',
    tools,
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    ...packages,
  ];
  if ((await run('npm', options, { quiet: true })) !== 0) throw new Error('npm has no Node for a stand-in');
  const target = join(context, 'usr-local');
  mkdirSync(join(target, 'bin'), { recursive: true });
  await cp(join(tools, `node_modules/node-linux-${process.arch}/bin/node`), join(target, 'bin/node'));
  await cp(join(tools, 'node_modules/npm'), join(target, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(target, 'bin', name));
  await cp(CERTIFICATES, join(context, 'ca-certificates.crt'));
  rmSync(tools, { recursive: true });
}

async function keep(engine, images, archive) {
  mkdirSync(dirname(archive), { recursive: true });
  // Another set, or one of an earlier state of the files, is of no use any more.
  for (const name of readdirSync(dirname(archive))) rmSync(join(dirname(archive), name));
  const many = engine.command === 'podman' ? ['--multi-image-archive'] : [];
  const args = ['save', ...many, '--output', `${archive}.new`, ...images.map(referenceOf)];
  await must(engine, args, 'keeping the stand-ins');
  renameSync(`${archive}.new`, archive);
}

/** The name tells what the images were made of. */
function archivePath(images) {
  const hash = createHash('sha256').update(JSON.stringify(images.map((image) => [image, BUILDS[image]])));
  for (const kind of readdirSync(FOLDER).sort()) {
    for (const name of readdirSync(join(FOLDER, kind)).sort())
      hash.update(readFileSync(join(FOLDER, kind, name)));
  }
  return join(repositoryRoot(), CACHE, `${hash.digest('hex').slice(0, 16)}.tar`);
}

/** The mirror that this machine takes its packages from. */
function mirror() {
  const sources = ['/etc/apt/sources.list', ...listed('/etc/apt/sources.list.d')];
  const texts = sources.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'));
  const [address] = texts.flatMap((text) =>
    [...text.matchAll(/^(?:deb|URIs:).*?(https?:\/\/\S+\/debian)\/?(?:\s|$)/gm)].map((match) => match[1]),
  );
  return address ?? 'http://deb.debian.org/debian';
}

function listed(folder) {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

function referenceOf(image) {
  return `docker.io/library/${image}`;
}

async function must({ command, env }, args, what) {
  if ((await run(command, args, { env, quiet: true })) !== 0) throw new Error(`${what} failed`);
}
