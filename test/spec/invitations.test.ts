/** @only-in-all Starts a product with other settings, for what the interface leaves to an operator. */
import { httpCall, newEmail, Person } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { useOwnProduct } from './own-product.js';

describe('Invitations, where sign-up is closed', () => {
  const own = useOwnProduct();
  // Somebody has to be there before the door closes.
  beforeAll(async () => {
    await own.product.stop();
    await own.product.start({ SIGN_UP: 'closed' });
  });

  /** Each from an address of its own, as a proxy tells it, since sign-ups of one address are counted. */
  let addresses = 0;
  function signUp(invitation: string | undefined) {
    const email = newEmail();
    const body = { name: 'Grace', email, password: Person.password, invitation };
    const headers = { 'x-forwarded-for': `203.0.113.${(addresses += 1)}` };
    return httpCall(`${own.product.url}/api/auth/sign-up/email`, { body, headers });
  }

  async function invite(body: object = {}) {
    const made = await bodyOf('createInvitation', own.person.call('/invitations', { body }));
    const [page, token = ''] = made.link.split('#invitation=');
    expect(page).toBe(`${own.product.url}/sign-up`);
    return { ...made, token };
  }

  const list = async () => (await bodyOf('listInvitations', own.person.call('/invitations'))).invitations;

  const revoke = (id: string) => own.person.call(`/invitations/${id}`, { method: 'DELETE' });

  it('let one person make an account, once; the link is shown once', async () => {
    expectRefusal(await signUp(undefined), 403, 'Sign-up is closed');
    const { invitation_id, token } = await invite({ note: 'Grace' });
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(await list())).not.toContain(token);
    const made = await signUp(token);
    expect(made.status).toBe(200);
    expectRefusal(await signUp(token), 403, 'This invitation is not valid any more');
    const used = (await list()).find((each) => each.invitation_id === invitation_id);
    expect(Date.parse(used?.used_at ?? '')).not.toBeNaN();
    expectRefusal(await revoke(invitation_id), 409);
    // Whoever was invited sees nothing of the inviter, and may invite others.
    const grace = own.person.withToken(String(made.headers['set-auth-token']));
    expect((await grace.call('/invitations')).body).toEqual({ may_invite: true, invitations: [] });
  });

  it('make one account, though two use one at one instant', async () => {
    const { token } = await invite();
    const answers = await Promise.all([signUp(token), signUp(token), signUp(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  it('end when they are revoked', async () => {
    const { invitation_id, token } = await invite();
    expect((await revoke(invitation_id)).status).toBe(204);
    expectRefusal(await signUp(token), 403, 'This invitation is not valid any more');
    expect((await list()).map((each) => each.invitation_id)).not.toContain(invitation_id);
  });

  it('stand in the audit log of the inviter: made, used, revoked, without the link', async () => {
    const [used, revoked] = [await invite(), await invite()];
    await signUp(used.token);
    await revoke(revoked.invitation_id);
    const log = await own.person.call('/account/audit?area=invitation&limit=4');
    expect(log.body).toMatchObject([
      { action: 'invitation.revoked', subject_id: revoked.invitation_id },
      // Nothing about the person who was invited: their account may be erased, and this log stays.
      { action: 'invitation.used', subject_id: used.invitation_id, actor_id: null, address: null },
      { action: 'invitation.made', subject_id: revoked.invitation_id },
      { action: 'invitation.made', subject_id: used.invitation_id },
    ]);
    expect(log.bytes.toString()).not.toContain(used.token);
  });

  it('last a week unless told otherwise, and are ten at most that are open', async () => {
    const { created_at: from, expires_at: to } = await invite();
    expect(Date.parse(to) - Date.parse(from)).toBe(7 * 24 * 3_600_000);
    for (let open = (await list()).filter(({ used_at }) => used_at === null).length; open < 10; open += 1)
      await invite();
    const eleventh = await own.person.call('/invitations', { body: {} });
    expectRefusal(eleventh, 409, 'A user has at most 10 open invitations');
  });
});
