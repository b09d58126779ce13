import { banner } from './run.js';

const url = 'http://localhost:8080';
const dataDir = '.data';
const login = { email: 'demo@example.com', password: '0123456789abcdef' };

describe('the banner', () => {
  it('names the console, the documentation, the demo login and the commands that make an agent answer', () => {
    const text = banner({ url, demo: { login, problem: null }, dataDir });
    expect(text).toContain(`Console         ${url}`);
    expect(text).toContain(`Documentation   ${url}/docs\n`);
    expect(text).toContain(`API reference   ${url}/docs/api/\n`);
    expect(text).toContain('Demo login      demo@example.com');
    expect(text).toContain('Password        0123456789abcdef');
    expect(text).toContain(`export AGENT_SERVICE_URL=${url}\n`);
    expect(text).toContain('node examples/person.mjs new-agent First\n');
    expect(text).not.toContain('DATA_DIR');
  });

  it('sets the data folder for the second terminal where it is another one', () => {
    const text = banner({ url, demo: { login, problem: null }, dataDir: '/srv/data' });
    expect(text).toContain("export DATA_DIR='/srv/data'\n");
  });

  it('without a demo shows how to make an account', () => {
    const text = banner({ url, demo: null, dataDir });
    expect(text).toContain('$API/api/auth/sign-up/email');
    expect(text).toContain(`export API=${url}\n`);
    expect(text).not.toContain('Demo');
  });

  it('says why the demo did not come up', () => {
    const text = banner({ url, demo: { login, problem: 'SIGN_UP is closed.' }, dataDir });
    expect(text).toContain('No demo: SIGN_UP is closed.');
    expect(text).not.toContain('Demo login');
  });
});
