import { attachmentHeader, cleanFileName } from './file-name.js';

describe('The name of a file', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\plan.txt', 'plan.txt'],
    ['a\r\nb\u0000.txt', 'ab.txt'],
    ['gpj.\u202Eexe', 'gpj.exe'],
    ['Übersicht 日本.csv', 'Übersicht 日本.csv'],
    ['a\uD800b', 'ab'],
    ['..', 'file'],
    ['folder/', 'file'],
    [' \u200b ', 'file'],
  ])('%j is kept as %j', (given, kept) => {
    expect(cleanFileName(given)).toBe(kept);
  });

  it('has 255 bytes at most, whole characters, and keeps its ending', () => {
    const kept = cleanFileName(`${'é'.repeat(300)}.pdf`);
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(255);
    expect(kept).toMatch(/^é+\.pdf$/u);
  });

  it('stands in a header in ASCII and in whole, and ends neither early', () => {
    expect(attachmentHeader(`a"b\\c'日(1)*.txt`)).toBe(
      `attachment; filename="a_b_c'_(1)*.txt"; filename*=UTF-8''a%22b%5Cc%27%E6%97%A5%281%29%2A.txt`,
    );
  });
});
