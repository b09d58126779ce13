import { holdIndex } from '../database/statements/generated/search.js';
import { newId } from '@svc/domain';
import { useStore } from '../store.suite.js';
import { indexAll, search } from './search.suite.js';

const bench = useStore();
const { addTask, holding } = bench;

async function found(userId: string, typed: string): Promise<string[]> {
  return (await search(bench, userId, typed)).map(({ entryId }) => entryId);
}

describe('entries of messages', () => {
  it('are written in bounded steps, the longest ago first', async () => {
    await indexAll(bench);
    const agent = await bench.addAgent();
    const first = await bench.addMessage(agent, 'anchor 0');
    for (let n = 1; n < 401; n += 1) await bench.addMessage(agent, `anchor ${n}`, first.conversationId);
    const { searchIndex } = bench.store;
    expect(await searchIndex.step()).toEqual({ written: 400, isMore: true });
    expect(await found(agent.ownerId, '"anchor 0"')).toEqual([first.messageId]);
    expect(await found(agent.ownerId, '"anchor 400"')).toEqual([]);
    expect(await searchIndex.step()).toEqual({ written: 1, isMore: false });
    expect(await found(agent.ownerId, '"anchor 400"')).toHaveLength(1);
    expect(await searchIndex.step()).toEqual({ written: 0, isMore: false });
  });

  it('of long messages are written in steps of fewer', async () => {
    const agent = await bench.addAgent();
    const long = 'long '.repeat(34_000);
    for (let n = 0; n < 3; n += 1) await bench.addMessage(agent, long);
    expect(await bench.store.searchIndex.step()).toEqual({ written: 2, isMore: true });
    expect(await bench.store.searchIndex.step()).toEqual({ written: 1, isMore: false });
  });

  it('are not written of a message that is being removed, and those of others do not wait for it', async () => {
    const agent = await bench.addAgent();
    const stays = await bench.addMessage(agent, 'word');
    const goes = await bench.addMessage(agent, 'word', stays.conversationId);
    const { commit } = await holding`DELETE FROM message WHERE id = ${goes.messageId}`;
    expect(await bench.store.searchIndex.step()).toEqual({ written: 1, isMore: false });
    await commit();
    await indexAll(bench);
    expect(await found(agent.ownerId, 'word')).toEqual([stays.messageId]);
    expect(await bench.sql`SELECT FROM search_entry WHERE id = ${goes.messageId}`).toEqual([]);
  });

  it('are written by one process at a time', async () => {
    await bench.addConversation('alone');
    const { commit } = await holding(holdIndex.text);
    expect(await bench.store.searchIndex.step()).toEqual({ written: 0, isMore: false });
    await commit();
    expect(await bench.store.searchIndex.step()).toEqual({ written: 1, isMore: false });
  });

  it('go with their messages, their conversations, their agents and their users, whoever removes them', async () => {
    const { agent } = await bench.addConversation('leftover');
    await addTask(agent, { name: 'leftover', prompt: 'leftover' });
    await indexAll(bench);
    expect(await found(agent.ownerId, 'leftover')).toHaveLength(2);
    await bench.store.deletions.eraseUser({ userId: agent.ownerId, erasureId: newId('erasure') });
    expect(await found(agent.ownerId, 'leftover')).toEqual([]);
    while (await bench.store.deletions.step({ kind: 'agent' }));
    while (await bench.store.deletions.step({ kind: 'user' }));
    expect(await bench.sql`SELECT FROM search_entry WHERE user_id = ${agent.ownerId}`).toEqual([]);
  });
});
