import { searchWords } from './search-query.js';

const words = (text: string): string[] => Array.from(searchWords(text), ({ word }) => word);

describe('the words that a search compares', () => {
  it.each([
    ['Invoice 2026-11, see e-mail', ['invoice', '2026', '11', 'see', 'e', 'mail']],
    ['order_id=42 https://example.org/a?b', ['order', 'id', '42', 'https', 'example', 'org', 'a', 'b']],
    ["it's **bold**", ['it', 's', 'bold']],
    ['', []],
    ['… — ! 🎉 \u0000', []],
  ])('of %j stand between everything that is neither letter nor digit', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it.each([
    ['Crème brûlée', 'CREME BRULEE'],
    ['Cre\u0300me', 'crème'],
    ['Straße', 'STRASSE'],
    ['Ǆungla', 'džungla'],
    ['ﬁne', 'FINE'],
    ['Ｆｕｌｌ １２', 'full 12'],
    ['İstanbul ışık', 'istanbul isik'],
    ['ΛΌΓΟΣ', 'λογος'],
    ['Łódź, Ærø', 'lodz aero'],
    ['Ёлка', 'елка'],
  ])('are the same in %s and in %s', (one, other) => {
    expect(words(one)).toEqual(words(other));
    expect(words(one)).not.toEqual([]);
  });

  it('are single characters where a script writes no spaces, and whole words beside them', () => {
    expect(words('日本語データ')).toEqual(['日', '本', '語', 'デ', 'ー', 'タ']);
    expect(words('报告report第3页')).toEqual(['报', '告', 'report', '第', '3', '页']);
    expect(words('한국어 검색')).toEqual(['한국어', '검색']);
  });

  it('keep the vowels of scripts that write them as marks', () => {
    expect(words('हिन्दी')).toEqual(['हिन्दी']);
    expect(words('ที่นี่').join('')).toBe('ที่นี่');
  });

  it('count up to their fortieth character', () => {
    const [word] = words('a'.repeat(100));
    expect(word).toBe('a'.repeat(40));
    expect(words('ß'.repeat(100))).toEqual(['s'.repeat(40)]);
    expect(words('𐐀'.repeat(100))).toEqual(['𐐨'.repeat(20)]);
    expect(words(`a${'𐐀'.repeat(100)}`)).toEqual([`a${'𐐨'.repeat(19)}`]);
  });

  it('have their places in the text', () => {
    const text = 'Zum Café — gegenüber';
    const found = Array.from(searchWords(text), ({ start, end }) => text.slice(start, end));
    expect(found).toEqual(['Zum', 'Café', 'gegenüber']);
  });

  it('are looked at as long as the budget lasts, marks that stand alone counted too', () => {
    const budget = { wordsLeft: 4 };
    expect([...searchWords('a \u0301 b', budget)].map(({ word }) => word)).toEqual(['a', 'b']);
    expect(budget).toEqual({ wordsLeft: 1 });
    expect([...searchWords('c d', budget)].map(({ word }) => word)).toEqual(['c']);
    expect([...searchWords('e', budget)]).toEqual([]);
  });
});
