import { describe, expect, it } from '@jest/globals';
import { banner } from './banner.js';

const url = 'http://localhost:8080';

describe('the banner', () => {
  it('names the console, the documentation, the demo login and the commands that make an agent answer', () => {
    const text = banner({ url, demo: { login: { email: 'demo@example.com', password: 'demo-demo' } } });
    expect(text).toContain(`Console         ${url}`);
    expect(text).toContain(`Documentation   ${url}/docs\n`);
    expect(text).toContain(`API reference   ${url}/docs/api/\n`);
    expect(text).toContain('Demo login      demo@example.com');
    expect(text).toContain('Password        demo-demo');
    expect(text).toContain(`export AGENT_SERVICE_URL=${url}\n`);
    expect(text).toContain('node examples/person.mjs new-agent Echo\n');
  });

  it('without a demo shows how to make an account', () => {
    const text = banner({ url, demo: null });
    expect(text).toContain('$API/api/auth/sign-up/email');
    expect(text).toContain(`export API=${url}\n`);
    expect(text).not.toContain('Demo');
  });

  it('says where the database lies only if that is not in the data folder', () => {
    expect(banner({ url, demo: null })).not.toContain('Database');
    const databaseFolder = '/var/lib/agent-service/root-hub';
    expect(banner({ url, demo: null, databaseFolder })).toContain(`Database        ${databaseFolder}`);
  });

  it('says why the demo did not come up', () => {
    const text = banner({ url, demo: { problem: 'SIGN_UP is closed.' } });
    expect(text).toContain('No demo: SIGN_UP is closed.');
    expect(text).not.toContain('Demo login');
  });
});
