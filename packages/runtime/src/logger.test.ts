import { recordedLog } from './recorded-log.suite.js';

const secret = `svc_${'ab'.repeat(20)}`;
const key = `svc_key_${'cd'.repeat(16)}_${'ef'.repeat(20)}`;
const signing = `whsec_${Buffer.alloc(32, 0xfb).toString('base64')}`;
const triggerId = '0123456789abcdef'.repeat(4);

describe('createLogger', () => {
  it('keeps secrets out wherever they stand', () => {
    const { lines, logger } = recordedLog();
    logger.child({ secret }).info(
      {
        deep: { list: [{ password: 'pa"ss\\word' }] },
        headers: { 'X-Svc-Secret': secret, authorization: 'Bearer xyz', 'set-cookie': ['sid=1', 'b=2'] },
        trigger_id: triggerId,
        url: `/webhook/${triggerId}`,
        webhook_url: 'https://user:hunter2@example.com/hook',
      },
      `called with ${secret} and ${key}, signed with ${signing}`,
    );
    logger.error(new Error(`failed for postgresql://me:hunter2@db/x with ${secret}`));
    const text = lines.join('');
    for (const word of [secret, key, signing, triggerId, 'hunter2', 'Bearer', 'sid=1', 'ss\\\\word'])
      expect(text).not.toContain(word);
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('msg');
    expect(text).toContain('example.com/hook');
  });

  it('keeps out what PostgreSQL quotes of rows in its errors', () => {
    const { lines, logger } = recordedLog();
    const more = { code: '23514', detail: 'Failing row: (a text)' };
    logger.error({ err: Object.assign(new Error('violates a check'), more) }, 'refused');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { code: '23514', message: 'violates a check' } });
    expect(lines[0]).not.toContain('a text');
  });

  it('writes for people when asked, without secrets too', () => {
    const { lines, logger } = recordedLog({ format: 'pretty' });
    logger.warn({ secret, agent_id: 'agt_1' }, 'refused');
    const text = lines.join('');
    expect(text).toContain('refused');
    expect(text).toContain('agt_1');
    expect(text).not.toContain(secret);
  });
});
