/** Handlers that do what a list of instructions says (test/agent-kit/README.md). */

export function messageHandler(instructions, { gates, report }) {
  return async (message) => {
    const facts = { text: message.text, conversation: message.conversationId };
    for (const instruction of instructions) {
      const [[what, value]] = Object.entries(instruction);
      if (what === 'tell') report('told', { what: value, ...facts, ...(await moreOf(message)) });
      else if (what === 'wait') await gates.pass(filled(value, facts));
      else if (what === 'wait_if') await (message.text === value.text ? gates.pass(value.gate) : undefined);
      else if (what === 'reply') await message.reply(outgoing(value, facts));
      else if (what === 'stream') await message.stream(...streamed(value, { gates, report }, facts));
      else if (what === 'typing') message.typing();
      else if (what === 'history') {
        const texts = (await message.history({ limit: value })).map(({ text }) => text);
        report('told', { what, texts });
      } else if (what === 'throw_if' && message.text === value) throw new Error(`told to throw at ${value}`);
    }
  };
}

export function runHandler(instructions, { gates, report }) {
  return async (run) => {
    const { taskName: task, prompt, payload, headers, attempt, id } = run;
    const facts = { task, prompt, payload, headers, attempt, run: id };
    const orLeave = (work) => work.catch((error) => leave(error, run, report));
    for (const instruction of instructions) {
      const [[what, value]] = Object.entries(instruction);
      if (what === 'tell') report('told', { what: value, ...facts });
      else if (what === 'once') await once(run, value, report);
      else if (what === 'wait') await orLeave(gates.pass(value, run.signal));
      else if (what === 'wait_whatever') await gates.pass(value);
      else if (what === 'ask') await ask(run, value, report);
      else if (what === 'ask_if')
        await (run.payload?.n === value.n ? ask(run, value.ask, report) : undefined);
      else if (what === 'progress') await orLeave(run.progress(ofAttempt(value.text, run), value.percent));
      else if (what === 'report') await run.report(value);
      else if (what === 'append') await orLeave(run.context.append(ofAttempt(value, run)));
      else if (what === 'fail') return run.fail(value);
      else if (what === 'throw') throw new Error(value);
      else if (what === 'return') return value;
      else if (what === 'return_long') return 'x'.repeat(value);
    }
  };
}

async function once(run, { key, value }, report) {
  const result = await run.context.once(key, () => {
    report('told', { what: 'step', key, attempt: run.attempt });
    return typeof value === 'number' ? 'x'.repeat(value) : value;
  });
  report('told', { what: 'result', key, result: typeof value === 'number' ? result.length : result });
}

async function ask(run, question, report) {
  const { status, note } = await run.ask(question).catch((error) => leave(error, run, report));
  report('told', { what: 'answer', status, note, attempt: run.attempt });
}

/** The signal's reason leads out of the handler. */
function leave(error, run, report) {
  if (run.signal.aborted)
    report('told', { what: 'left', code: run.signal.reason.code, attempt: run.attempt });
  throw error;
}

async function moreOf({ files, quickReply }) {
  return {
    ...(files.length === 0 ? {} : { file: { name: files[0].name, text: await files[0].text() } }),
    ...(quickReply === undefined ? {} : { button: quickReply.index, value: quickReply.value }),
  };
}

/** The pieces of a message that grows, and what it has beside them. */
function streamed(value, { gates, report }, facts) {
  const { pieces, ...rest } = Array.isArray(value) ? { pieces: value } : value;
  return [source(pieces, { gates, report }, facts), outgoing(rest, facts)];
}

async function* source(pieces, { gates, report }, facts) {
  for (const piece of pieces) {
    if (typeof piece === 'string') yield filled(piece, facts);
    else if (piece.wait) await gates.pass(piece.wait);
    else if (piece.tell) report('told', { what: piece.tell });
    else if (piece.throw) throw new Error(piece.throw);
    else for (let count = 0; count < piece.times; count += 1) yield piece.text;
  }
}

function outgoing(value, facts) {
  if (typeof value === 'string') return filled(value, facts);
  const { text, file, buttons, report } = value;
  return {
    ...(text === undefined ? {} : { text: filled(text, facts) }),
    ...(file === undefined ? {} : { files: [{ name: file.name, data: file.text }] }),
    ...(buttons === undefined ? {} : { quickReplies: buttons }),
    ...(report === undefined ? {} : { report }),
  };
}

function ofAttempt(text, { attempt }) {
  return text.replaceAll('{attempt}', attempt);
}

function filled(text, facts) {
  return text.replaceAll('{text}', facts.text);
}
