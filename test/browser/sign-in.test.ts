import { newEmail } from '@svc/testkit';
import { baseUrl, fillIn, PASSWORD, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();

describe('the door of the console', () => {
  it('makes an account, signs out and signs in again', async () => {
    const email = newEmail();
    const page = await bench.open('/');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await fillIn(page, { Name: 'Grace', 'E-mail': email, Password: PASSWORD });
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Connect your first agent' }).waitFor();

    await page.getByRole('button', { name: 'Account of Grace' }).click();
    // The console is loaded anew, so that nothing of the person remains.
    const loaded = page.waitForEvent('load');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await loaded;
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto('/inbox');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await fillIn(page, { 'E-mail': email, Password: PASSWORD });
    await page.getByRole('button', { name: 'Sign in' }).click();
    // Where one wanted to go before.
    await page.waitForURL('**/inbox');
    await page.getByRole('button', { name: 'Account of Grace' }).waitFor();
  });

  it('says what is wrong with a new account beside the field, and of a sign-in not which of the two', async () => {
    bench.expectInConsole(/401|422/);
    const { email } = await bench.signedIn();
    for (const address of [email, 'nobody@example.org']) {
      const page = await bench.open('/sign-in');
      await fillIn(page, { 'E-mail': address, Password: 'not the password' });
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expectPoll(() => page.getByRole('alert').innerText()).toBe('E-mail or password is wrong.');
    }
    const page = await bench.open('/sign-up');
    await fillIn(page, { Name: 'Grace', 'E-mail': email, Password: 'short' });
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Password too short').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText(/already exists/).waitFor();
  });

  it('closes in an open page when the session ends elsewhere', async () => {
    bench.expectInConsole(/401/);
    const { page, again } = await bench.signedIn();
    await page.goto('/inbox');
    await page.getByRole('button', { name: 'Account of Ada' }).waitFor();
    const other = await again();
    const headers = { origin: baseUrl };
    await other.request.post('/api/auth/revoke-other-sessions', { data: {}, headers });
    // Automatic, without a click, and it knows the way back.
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectPoll(() => new URL(page.url()).searchParams.get('next')).toBe('/inbox');
  });
});
