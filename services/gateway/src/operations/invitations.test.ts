import { describe, expect, it } from '@jest/globals';
import { PASSWORD, useGateway } from '../gateway.suite.js';
import type { TestUser } from '../gateway.suite.js';

const open = useGateway();
const bench = useGateway({ signUp: 'closed' }, { beside: open });
const off = useGateway({ signUp: 'closed', invitations: false }, { beside: open });

let people = 0;
function signUp(invitation: unknown, body: Record<string, unknown> = {}, to = bench) {
  people += 1;
  const person = { name: 'Grace', email: `grace${people}@example.org`, password: PASSWORD };
  return to.call('POST', '/api/auth/sign-up/email', { body: { ...person, invitation, ...body } });
}

async function invite(user: TestUser, body: object = {}): Promise<{ id: string; token: string }> {
  const answer = await bench.call('POST', '/api/client/invitations', { headers: user.auth, body });
  expect(answer.status).toBe(201);
  const { invitation_id: id, link } = answer.body as { invitation_id: string; link: string };
  return { id, token: link.split('#invitation=')[1] ?? '' };
}

const NOT_VALID = { status: 403, body: { detail: 'This invitation is not valid any more' } };

describe('an invitation', () => {
  it('is kept as a hash', async () => {
    const { id, token } = await invite(await open.signUp());
    const row = await bench.store.prisma.invitation.findUniqueOrThrow({ where: { id } });
    expect(Buffer.from(row.tokenHash)).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain(token);
  });
});

describe('invitations', () => {
  it('cannot be made where sign-up is open, and are not used up there', async () => {
    const inviter = await open.signUp();
    const answer = await open.call('POST', '/api/client/invitations', { headers: inviter.auth, body: {} });
    expect(answer).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Sign-up is open') },
    });
    expect((await open.call('GET', '/api/client/invitations', { headers: inviter.auth })).body).toEqual({
      ...{ may_invite: false, invitations: [] },
    });
    const { token } = await invite(inviter);
    expect((await signUp(token, {}, open)).status).toBe(200);
    expect((await signUp(token)).status).toBe(200);
  });

  it('can be turned off: nobody makes one, and those that were made are worth nothing', async () => {
    const inviter = await open.signUp();
    const { token } = await invite(inviter);
    const answer = await off.call('POST', '/api/client/invitations', { headers: inviter.auth, body: {} });
    expect(answer).toMatchObject({ status: 403, body: { detail: 'Invitations are turned off' } });
    expect(await signUp(token, {}, off)).toMatchObject({
      status: 403,
      body: { detail: 'Sign-up is closed' },
    });
  });
});

describe('two accounts with one invitation', () => {
  it('are refused by the database, whatever happens between a claim and the account', async () => {
    const { id, token } = await invite(await open.signUp());
    expect((await signUp(token)).status).toBe(200);
    const twice = bench.store.prisma.user.create({
      data: { id: 'twice', name: 'Twice', email: 'twice@example.org', invitationId: id },
    });
    await expect(twice).rejects.toThrow(/Unique constraint/);
  });

  it('do not come of a process that died after it had made the account', async () => {
    const inviter = await open.signUp();
    const { id, token } = await invite(inviter);
    expect(await bench.store.invitations.claim(token)).toBe(id);
    expect(await bench.store.invitations.claim(token)).toBeNull();
    await bench.store.prisma.user.create({
      data: { id: 'made', name: 'Made', email: 'made@example.org', invitationId: id },
    });
    // The entry of the use is there with the account, though nothing came after it.
    const { body } = await bench.call('GET', '/api/client/account/audit?area=invitation', {
      headers: inviter.auth,
    });
    expect(body).toMatchObject([
      { action: 'invitation.used', subject_id: id },
      { action: 'invitation.made' },
    ]);
    await bench.store.prisma.invitation.update({ where: { id }, data: { claimedUntil: new Date(0) } });
    expect(await signUp(token)).toMatchObject(NOT_VALID);
  });

  it('do not come of a process that died before: a minute later the invitation is valid again', async () => {
    const { id, token } = await invite(await open.signUp());
    expect(await bench.store.invitations.claim(token)).toBe(id);
    expect(await signUp(token)).toMatchObject(NOT_VALID);
    await bench.store.prisma.invitation.update({ where: { id }, data: { claimedUntil: new Date(0) } });
    expect((await signUp(token)).status).toBe(200);
  });
});
