import { MediaLinks } from './media-links.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const ID = `p-${'t'.repeat(43)}.m4a`;
const STORED = `https://example.com/media/${ID}`;

let nowMs = Date.UTC(2026, 0, 1, 7, 30);
const links = (...secretsKeys: [Buffer, ...Buffer[]]) =>
  new MediaLinks({ secretsKeys, agentDays: 30, nowMs: () => nowMs });
const linkOf = (url: string) => /\/media\/(?:([^/]+)\/)?([^/]+)$/.exec(url)?.[1] ?? '';

describe('a link', () => {
  it('opens its file alone, until it ends', () => {
    const given = links(OLD).forAgent(STORED);
    expect(given.endsWith(`/${ID}`)).toBe(true);
    const openAt = (ms: number, mediaId = ID) =>
      new MediaLinks({ secretsKeys: [OLD], agentDays: 1, nowMs: () => ms }).opens(mediaId, linkOf(given));
    expect(openAt(nowMs)).toBe(true);
    expect(openAt(nowMs + 30 * DAY_MS)).toBe(true);
    expect(openAt(nowMs + 30 * DAY_MS + HOUR_MS)).toBe(false);
    expect(openAt(nowMs, `p-${'u'.repeat(43)}.m4a`)).toBe(false);
  });

  it('does not open with another end, another signature or none', () => {
    const [end = '', signature = ''] = linkOf(links(OLD).forAgent(STORED)).split('.');
    const opens = (link: string) => links(OLD).opens(ID, link);
    expect(opens(`${end}.${signature}`)).toBe(true);
    expect(opens(`${Number(end) + 1}.${signature}`)).toBe(false);
    expect(opens(`${end}.${signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))}`)).toBe(false);
    for (const link of ['', '.', end, `${end}.`, `.${signature}`, `-1.${signature}`, `1e99.${signature}`])
      expect(opens(link)).toBe(false);
  });

  it('opens with every key while keys are changed, and is signed with the first', () => {
    const former = linkOf(links(OLD).forAgent(STORED));
    expect(links(NEW, OLD).opens(ID, former)).toBe(true);
    expect(links(NEW).opens(ID, former)).toBe(false);
    expect(links(NEW).opens(ID, linkOf(links(NEW, OLD).forAgent(STORED)))).toBe(true);
  });

  it('of a person is the same for half a day, and ends after 12 to 24 hours', () => {
    const given = links(OLD).forPerson(STORED);
    const endMs = Number(linkOf(given).split('.')[0]) * 1_000;
    expect(endMs - nowMs).toBeGreaterThan(DAY_MS / 2);
    expect(endMs - nowMs).toBeLessThanOrEqual(DAY_MS);
    nowMs += HOUR_MS;
    expect(links(OLD).forPerson(STORED)).toBe(given);
    nowMs += 12 * HOUR_MS;
    expect(links(OLD).forPerson(STORED)).not.toBe(given);
  });
});

it.each(['https://example.com/x.png', ''])('what is no file of ours keeps its URL: %j', (url) => {
  expect(links(OLD).forAgent(url)).toBe(url);
});
