/** The subject of the conformance scenarios: lines of JSON tell it what agents to be (test/agent-kit/README.md). */
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import express from 'express';
import { Agent } from '../../dist/index.js';
import { messageHandler, runHandler } from './instructions.mjs';

const agents = new Map();

createInterface({ input: process.stdin })
  .on('line', (line) => void obey(JSON.parse(line)))
  .on('close', async () => {
    await Promise.all([...agents.values()].map(({ agent }) => agent.stop()));
    process.exit(0);
  });

async function obey(command) {
  const { do: what, agent: name } = command;
  const report = (event, facts = {}) =>
    process.stdout.write(`${JSON.stringify({ agent: name, event, ...facts })}\n`);
  try {
    if (what === 'start') return await start(makeAgent(command, report), report);
    if (what === 'serve') return report('serving', { url: await serve(makeAgent(command, report), command) });
    const known = agents.get(name);
    if (what === 'open') return known.gates.open(command.gate);
    report('done', { call: what, ...(await CALLS[what](known, command)) });
  } catch (error) {
    const { code = null, status = null, message } = error;
    report('failed', { call: what, code, status, message });
  }
}

/** Calls of an agent that a handler need not make. */
const CALLS = {
  stop: async ({ agent }) => agent.stop(),
  send: async ({ agent }, { message }) => agent.send(message),
  ask: async ({ agent }, { question }) => {
    const { status, note, answer } = await agent.ask(question);
    return { status, note, answer };
  },
  start_run: async ({ agent, gates, report }, { task_id: taskId, run }) =>
    agent.startRun(taskId, runHandler(run, { gates, report })),
  create_task: async ({ agent }, { task }) => ({ task: await agent.tasks.create(task) }),
};

function makeAgent({ agent: name, options: given, on = {}, tasks = {}, use }, report) {
  const gates = new Gates();
  const known = { gates, report };
  const say = (level) => (message) => report('logged', { level, message });
  known.agent = new Agent({
    ...optionsOf(given),
    secret: given.secret,
    log: { debug: () => {}, info: () => {}, warn: say('warn'), error: say('error') },
  });
  const parts = { gates, report };
  if (use === 'skip') {
    known.agent.use(({ event }, next) => {
      report('told', { what: 'middleware', type: event.type });
      return event.text === 'skip me' ? undefined : next();
    });
  }
  if (on.user_message) known.agent.on('user_message', messageHandler(on.user_message, parts));
  const resolved = ({ status, note }) => report('told', { what: 'resolved', status, note });
  known.agent.on('decision_resolved', resolved);
  known.agent.on('run_cancelled', (event) => report('told', { what: 'cancelled', task: event.task_name }));
  known.agent.on('connected', () => report('connected'));
  known.agent.on('disconnected', (reason) => report('disconnected', { reason }));
  known.agent.on('error', (error) => report('error', { code: error.code ?? null, message: error.message }));
  for (const [task, run] of Object.entries(tasks)) {
    if (task === '*') known.agent.task(runHandler(run, parts));
    else known.agent.task(task, runHandler(run, parts));
  }
  agents.set(name, known);
  return known;
}

function optionsOf(given) {
  const named = {
    ...{ agentId: given.agent_id, url: given.url, signingSecrets: given.signing_secrets },
    ...{ concurrency: given.concurrency, runConcurrency: given.run_concurrency, backlog: given.backlog },
    ...{ lease: given.lease, silence: given.silence, drain: given.drain, retryCalls: given.retry_calls },
    reconnect: { firstMs: given.reconnect_first_ms, mostMs: given.reconnect_most_ms },
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

async function start({ agent }, report) {
  const ended = (error) => report('ended', { code: error.code ?? null, message: error.message });
  try {
    await agent.start();
  } catch (error) {
    return ended(error);
  }
  agent.closed.catch(ended);
}

/** A server of its own for the agent's webhook, with or without a parser before it. */
async function serve({ agent }, { server: kind }) {
  const app = express();
  if (kind === 'behind_parser') app.use(express.json());
  if (kind === 'behind_raw_parser') app.use(express.raw({ type: '*/*' }));
  app.post('/', agent.webhook.express());
  const server = createServer(app);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}/`;
}

/** What handlers wait for until the runner opens it. */
class Gates {
  #open = new Set();
  #waiting = [];

  open(name) {
    this.#open.add(name);
    for (const waiting of this.#waiting) waiting();
  }

  async pass(name, signal) {
    while (!this.#open.has(name)) {
      signal?.throwIfAborted();
      await new Promise((resolve) => {
        this.#waiting.push(resolve);
        signal?.addEventListener('abort', resolve, { once: true });
      });
    }
    signal?.throwIfAborted();
  }
}
