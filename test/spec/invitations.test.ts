/** @only-in-all Starts a product with other settings, for what the interface leaves to an operator. */
/** @any-shape The gateway alone decides it, from rows. */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { httpCall, Person } from '@svc/testkit';
import type { HttpAnswer } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { useOwnProduct } from './own-product.js';

const PRODUCT_START_MS_MAX = 120_000;

describe('Invitations, where sign-up is closed', () => {
  const own = useOwnProduct();
  // Somebody has to be there before the door closes.
  beforeAll(async () => {
    await own.product.stop();
    await own.product.start({ SIGN_UP: 'closed' });
  }, PRODUCT_START_MS_MAX);

  /** Each from an address of its own, as a proxy on this machine tells it, since sign-ups of one address are counted. */
  let addresses = 0;
  function signUp(invitation: string | undefined) {
    const email = `${randomBytes(8).toString('hex')}@example.org`;
    const body = { name: 'Grace', email, password: Person.password, invitation };
    const headers = { 'x-forwarded-for': `203.0.113.${(addresses += 1)}` };
    return httpCall(`${own.product.url}/api/auth/sign-up/email`, { body, headers });
  }

  async function invite(body: object = {}): Promise<{ id: string; token: string; answer: HttpAnswer }> {
    const answer = await own.person.call('/invitations', { body });
    expectAnswer('createInvitation', answer, 201);
    const { invitation_id: id, link } = answer.body as { invitation_id: string; link: string };
    const [page, token = ''] = link.split('#invitation=');
    expect(page).toBe(`${own.product.url}/sign-up`);
    return { id, token, answer };
  }

  async function list(): Promise<{ invitation_id: string; used_at: string | null }[]> {
    const answer = await own.person.call('/invitations');
    expectAnswer('listInvitations', answer, 200);
    const { may_invite: mayInvite, invitations } = answer.body as {
      may_invite: boolean;
      invitations: { invitation_id: string; used_at: string | null }[];
    };
    expect(mayInvite).toBe(true);
    return invitations;
  }

  it('let one person make an account, once', async () => {
    expectRefusal(await signUp(undefined), 403, 'Sign-up is closed');
    const { id, token } = await invite({ note: 'Grace' });
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(await list()).toContainEqual(expect.objectContaining({ invitation_id: id, used_at: null }));
    const made = await signUp(token);
    expect(made.status).toBe(200);
    const grace = own.person.at(own.product.url, String(made.headers['set-auth-token']));
    expect((await grace.call('/agents')).body).toEqual([]);
    expectRefusal(await signUp(token), 403, 'This invitation is not valid any more');
    const used = (await list()).find(({ invitation_id: of }) => of === id);
    expect(Date.parse(used?.used_at ?? '')).not.toBeNaN();
    // Whoever was invited sees nothing of the inviter, and may invite others.
    expect((await grace.call('/invitations')).body).toEqual({ may_invite: true, invitations: [] });
    expect((await grace.call(`/invitations/${id}`, { method: 'DELETE' })).status).toBe(404);
  });

  it('make one account, though two use one at one instant', async () => {
    const { token } = await invite();
    const answers = await Promise.all([signUp(token), signUp(token), signUp(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  it('end when they are revoked; the link is shown once', async () => {
    const { id, token } = await invite();
    expect(JSON.stringify(await list())).not.toContain(token);
    const revoked = await own.person.call(`/invitations/${id}`, { method: 'DELETE' });
    expect(revoked.status).toBe(204);
    expectRefusal(await signUp(token), 403, 'This invitation is not valid any more');
    expect((await list()).map(({ invitation_id: of }) => of)).not.toContain(id);
  });

  it('stand in the audit log of the inviter alone: made, used, revoked, without the link', async () => {
    const entries = async () => {
      const answer = await own.person.call('/account/audit?area=invitation');
      expectAnswer('listAuditEntries', answer, 200);
      return answer.body as { action: string; subject_id: string }[];
    };
    const before = (await entries()).length;
    const [used, revoked] = [await invite({ note: 'Grace' }), await invite()];
    await signUp(used.token);
    const path = `/invitations/${revoked.id}`;
    await own.person.call(path, { method: 'DELETE' });
    expectRefusal(await own.person.call(`/invitations/${used.id}`, { method: 'DELETE' }), 409);
    const added = (await entries()).slice(0, -before || undefined);
    expect(added).toMatchObject([
      { action: 'invitation.revoked', subject_id: revoked.id },
      // Nothing about the person who was invited: their account may be erased, and this log stays.
      { action: 'invitation.used', subject_id: used.id, actor_id: null, address: null, details: {} },
      { action: 'invitation.made', subject_id: revoked.id },
      { action: 'invitation.made', subject_id: used.id, details: { expires_in_seconds: 604_800 } },
    ]);
    expect(JSON.stringify(added)).not.toContain(used.token);
  });

  it('last from an hour to 30 days, a week unless told otherwise, and have short notes', async () => {
    const { id, answer } = await invite();
    const { created_at: from, expires_at: to } = answer.body as { created_at: string; expires_at: string };
    expect(Date.parse(to) - Date.parse(from)).toBe(7 * 24 * 3_600_000);
    await own.person.call(`/invitations/${id}`, { method: 'DELETE' });
    for (const expires_in_seconds of [3_599, 2_592_001, 1.5, '3600']) {
      const refused = await own.person.call('/invitations', { body: { expires_in_seconds } });
      expectInvalidField(refused, 'body.expires_in_seconds');
    }
    const long = await own.person.call('/invitations', { body: { note: 'x'.repeat(101) } });
    expectInvalidField(long, 'body.note');
  });

  it('are ten at most that are open', async () => {
    const open = (await list()).filter(({ used_at: usedAt }) => usedAt === null).length;
    const made: string[] = [];
    for (let count = open; count < 10; count += 1) made.push((await invite()).id);
    expectRefusal(
      await own.person.call('/invitations', { body: {} }),
      409,
      'A user has at most 10 open invitations',
    );
    for (const id of made) await own.person.call(`/invitations/${id}`, { method: 'DELETE' });
  });
});
