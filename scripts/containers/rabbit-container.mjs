import { amqpAnswers } from '@svc/edge-proxy';
import { outputOf } from './command.mjs';

const START_MS_MAX = 90_000;

/**
 * A RabbitMQ of this image on a port of 127.0.0.1.
 *
 * @param {import('./engine.mjs').Engine} engine
 * @param {string} image
 * @returns {Promise<{ url: string, version: string, stop: () => Promise<void> }>}
 */
export async function startRabbit({ command, env }, image) {
  const said = await outputOf(
    command,
    ['run', '--detach', '--publish', '127.0.0.1::5672', `docker.io/library/${image}`],
    { env },
  );
  if (said === null) throw new Error(`${image} could not be started`);
  const id = said.trim();
  const ports = (await outputOf(command, ['port', id, '5672/tcp'], { env })) ?? '';
  const url = `amqp://guest:guest@${ports.trim().split('\n')[0]}`;
  const deadline = Date.now() + START_MS_MAX;
  while (!(await amqpAnswers(url))) {
    if (Date.now() > deadline) throw new Error(`${image} was started but does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const version = await outputOf(command, ['exec', id, 'rabbitmqctl', 'version'], { env });
  return {
    url,
    version: version?.trim() ?? 'unknown',
    stop: async () => void (await outputOf(command, ['rm', '--force', '--volumes', id], { env })),
  };
}
