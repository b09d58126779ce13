import { endProducts, httpCall, newEmail, Product } from '@svc/testkit';
import type { Page } from 'playwright-core';
import { fillIn, PASSWORD, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();
const PRODUCT_START_MS_MAX = 120_000;

describe('invitations', () => {
  let product: Product;
  const email = newEmail();

  // Someone has to be there before the door closes.
  beforeAll(async () => {
    product = await Product.prepare({ mode: 'services' });
    await product.start();
    const body = { name: 'Ada', email, password: PASSWORD };
    await httpCall(`${product.url}/api/auth/sign-up/email`, { body });
    await product.stop();
    await product.start({ SIGN_UP: 'closed' });
  }, PRODUCT_START_MS_MAX);
  afterAll(() => endProducts([product]), PRODUCT_START_MS_MAX);

  async function signedIn(): Promise<Page> {
    const page = await bench.open('/sign-in', { baseURL: product.url });
    await fillIn(page, { 'E-mail': email, Password: PASSWORD });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Connect your first agent' }).waitFor();
    return page;
  }

  async function fillAccount(page: Page, name: string): Promise<void> {
    const other = newEmail();
    await fillIn(page, { Name: name, 'E-mail': other, Password: PASSWORD });
    await page.getByLabel('Password').press('Enter');
  }

  it('are made by keyboard, used by their link once, seen to be used, and revoked', async () => {
    bench.expectInConsole(/403/);
    const page = await signedIn();
    await page.getByRole('button', { name: 'Account of Ada' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Account' }).press('Enter');
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    await page.getByLabel('Who it is for').fill('Grace');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New invitation' });
    const shown = dialog.locator('code');
    await expectPoll(() => shown.innerText()).toMatch(`${product.url}/sign-up#invitation=`);
    const link = await shown.innerText();
    await dialog.getByRole('button', { name: 'I have saved it' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/Not used, valid until/).waitFor();

    const invited = await bench.open(link);
    await invited.getByText('You are invited.').waitFor();
    await fillAccount(invited, 'Grace');
    await invited.getByRole('button', { name: 'Account of Grace' }).waitFor();
    const late = await bench.open(link);
    await fillAccount(late, 'Mallory');
    await late.getByText('This invitation is not valid any more.').waitFor();
    const uninvited = await bench.open('/sign-up', { baseURL: product.url });
    await fillAccount(uninvited, 'Mallory');
    await uninvited.getByText('Sign-up is closed.').waitFor();

    await page.reload();
    await page.getByRole('list', { name: 'Invitations' }).getByText(/^Used/).waitFor();
    await expectPoll(() => page.getByRole('button', { name: /^Revoke/ }).count()).toBe(0);

    await page.getByLabel('Who it is for').fill('Mallory');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('button', { name: 'Revoke the invitation for Mallory' }).click();
    await page.getByText('The link no longer works.').waitFor();
  });
});
