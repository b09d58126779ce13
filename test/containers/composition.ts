import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '@svc/testkit';
import { parse } from 'yaml';

const execute = promisify(execFile);
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const PROJECT = 'agent-service-test';
/** Long enough for a first start on a slow machine, in milliseconds. */
const UP_MS_MAX = 240_000;
const HEALTHY_MS_MAX = 90_000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** One person sends more here than a person does. */
const SETTINGS = { RATE_LIMIT_USER_PER_MINUTE: '1000000', RATE_LIMIT_AUTH_PER_MINUTE: '1000000' };

/** What `npm run test:containers` has found out about the engine. */
interface EngineCommands {
  command: string;
  compose: [string, ...string[]];
  image: string;
  base: string;
}

/** docker-compose.yml as it runs, and what a person at its terminal can do to it. */
export class Composition {
  readonly url: string;
  readonly engine: EngineCommands;
  readonly #env: NodeJS.ProcessEnv;
  readonly #file: string;

  private constructor(options: { port: number; folder: string; engine: EngineCommands }) {
    this.url = `http://127.0.0.1:${options.port}`;
    this.engine = options.engine;
    this.#file = join(options.folder, 'docker-compose.json');
    this.#env = {
      ...process.env,
      PORT: String(options.port),
      PUBLIC_BASE_URL: this.url,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      POSTGRES_PASSWORD: randomBytes(16).toString('hex'),
      RABBITMQ_PASSWORD: randomBytes(16).toString('hex'),
      // The tests are a proxy before the edge proxy, from wherever the engine says that they come.
      TRUSTED_PROXIES: '10.0.0.0/8,127.0.0.0/8,172.16.0.0/12,192.168.0.0/16',
      // The receiver of webhooks is a container beside the others.
      WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16',
    };
  }

  /** Starts everything. Resolves once every container that has a health check is found healthy. */
  static async up(port: number): Promise<Composition> {
    const engine = JSON.parse(process.env['CONTAINERS'] ?? '') as EngineCommands;
    const composition = new Composition({ port, folder: process.env['CONTAINERS_FOLDER'] ?? '', engine });
    await composition.#writeFile();
    await composition.#compose(['up', '-d', '--no-build']);
    await composition.healthy();
    return composition;
  }

  async down(): Promise<void> {
    await this.#compose(['down', '--volumes', '--remove-orphans', '--timeout', '1']);
  }

  /** The names of the containers of a service that run. */
  async containers(service: string): Promise<string[]> {
    return (await this.#listed(`label=com.docker.compose.service=${service}`)).map(({ name }) => name);
  }

  /** The names of the containers of the product's own services that run. */
  async ownContainers(): Promise<string[]> {
    const { services } = await readComposition();
    const own = Object.entries(services).filter(([, { image }]) => image === this.engine.image);
    return (await Promise.all(own.map(([name]) => this.containers(name)))).flat();
  }

  /** Resolves once as many containers run as should, and each is found healthy. */
  async healthy(): Promise<void> {
    const expected = await this.#expectedCount();
    const statuses = async () => (await this.#listed()).map(({ status }) => status);
    const areWell = (all: string[]) =>
      all.length === expected && all.every((one) => one.includes('(healthy)'));
    await eventually(statuses, areWell, {
      what: `${expected} healthy containers`,
      waitMsMax: HEALTHY_MS_MAX,
    });
  }

  async restart(container: string): Promise<void> {
    await this.run('restart', '-t', '15', container);
  }

  /** Runs the engine's own command and returns what it printed. */
  async run(...args: string[]): Promise<string> {
    const options = { env: this.#env, timeout: HEALTHY_MS_MAX, maxBuffer: OUTPUT_BYTES_MAX };
    return (await execute(this.engine.command, args, options)).stdout.trim();
  }

  /** The network that the containers are on. */
  get network(): string {
    return `${PROJECT}_default`;
  }

  async #listed(...filters: string[]): Promise<{ name: string; status: string }[]> {
    const all = [`label=com.docker.compose.project=${PROJECT}`, 'status=running', ...filters];
    const chosen = all.flatMap((filter) => ['--filter', filter]);
    const output = await this.run('ps', ...chosen, '--format', '{{.Names}}\t{{.Status}}');
    const lines = output.split('\n').filter((line) => line !== '');
    return lines.map((line) => {
      const [name = '', status = ''] = line.split('\t');
      return { name, status };
    });
  }

  /** All but the migration, which ends. */
  async #expectedCount(): Promise<number> {
    const { services } = await readComposition();
    const counts = Object.entries(services).map(([name, { scale }]) =>
      name === 'migrate' ? 0 : Number(/:-(\d+)\}$/.exec(scale ?? '${:-1}')?.[1]),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** The image is built, and docker-compose 1.29 knows neither a project's name nor YAML's newer words. */
  async #writeFile(): Promise<void> {
    const { name: _name, ...rest } = await readComposition();
    const services = Object.fromEntries(
      Object.entries(rest.services).map(([name, { build: _build, ...service }]) => {
        const environment = { ...service.environment, ...(service.image === this.engine.image && SETTINGS) };
        return [name, { ...service, environment }];
      }),
    );
    await writeFile(this.#file, JSON.stringify({ ...rest, services }));
  }

  async #compose(args: string[]): Promise<void> {
    const [command, ...words] = this.engine.compose;
    const place = ['--project-name', PROJECT, '--project-directory', REPOSITORY, '--file', this.#file];
    const options = { env: this.#env, timeout: UP_MS_MAX, maxBuffer: OUTPUT_BYTES_MAX };
    await execute(command, [...words, ...place, ...args], options);
  }
}

interface ComposeFile {
  name?: string;
  services: Record<
    string,
    { image: string; build?: unknown; scale?: string; environment?: Record<string, unknown> }
  >;
}

async function readComposition(): Promise<ComposeFile> {
  const text = await readFile(join(REPOSITORY, 'docker-compose.yml'), 'utf8');
  return parse(text, { merge: true }) as ComposeFile;
}
