import { unsent } from './unsent.ts';

const BEFORE = '2026-03-02T09:30:00.000Z';
const LATER = '2026-03-02T09:30:01.000Z';

interface Given {
  text?: string;
  at?: string;
  sender?: 'human' | 'agent';
}

function message(id: string, { text = 'Hello', at = LATER, sender = 'human' }: Given = {}) {
  return { id, sender, text, created_at: at, image_urls: [], audio_url: null };
}

function sending(changed: { text?: string; messageId?: string; isFailed?: boolean } = {}) {
  return { text: 'Hello', files: [], messageId: null, isFailed: false, after: BEFORE, ...changed };
}

describe('A message on its way', () => {
  it('is shown until the history has it', () => {
    const item = sending();
    const answered = sending({ messageId: 'msg_1' });
    expect(unsent([], [item, answered])).toEqual([item, answered]);
    expect(unsent([message('msg_1')], [answered])).toEqual([]);
  });

  it('is known in the history before its answer has come', () => {
    expect(unsent([message('msg_1')], [sending()])).toEqual([]);
  });

  it.each([
    ['says something else', message('msg_1', { text: 'Bye' })],
    ['was there before', message('msg_1', { at: BEFORE })],
    ['is the agent’s', message('msg_1', { sender: 'agent' })],
    ['has a file', { ...message('msg_1'), image_urls: ['/media/1'] }],
  ])('is not taken for one that %s', (_what, other) => {
    const item = sending();
    expect(unsent([other], [item])).toEqual([item]);
  });

  it('stays if it has failed, to be sent again', () => {
    const item = sending({ isFailed: true });
    expect(unsent([message('msg_1')], [item])).toEqual([item]);
  });
});
