import { PASSWORD, useGateway } from '../gateway.suite.js';
import type { TestUser } from '../gateway.suite.js';

const open = useGateway();
const bench = useGateway({ signUp: 'closed' }, { beside: open });
const off = useGateway({ signUp: 'closed', invitations: false }, { beside: open });

let people = 0;
function signUp(invitation: string, to = bench) {
  people += 1;
  const person = { name: 'Grace', email: `grace${people}@example.org`, password: PASSWORD };
  return to.call('POST', '/api/auth/sign-up/email', { body: { ...person, invitation } });
}

async function invite(user: TestUser): Promise<{ id: string; token: string }> {
  const answer = await bench.call('POST', INVITATIONS, { headers: user.auth, body: {} });
  expect(answer.status).toBe(201);
  const { invitation_id: id, link } = answer.body as { invitation_id: string; link: string };
  return { id, token: link.split('#invitation=')[1] ?? '' };
}

const INVITATIONS = '/api/client/invitations';
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
    const detail = expect.stringContaining('Sign-up is open');
    expect(await inviter.call('POST', INVITATIONS, {})).toMatchObject({ status: 409, body: { detail } });
    const none = { may_invite: false, invitations: [] };
    expect((await inviter.call('GET', INVITATIONS)).body).toEqual(none);
    const { token } = await invite(inviter);
    expect((await signUp(token, open)).status).toBe(200);
    expect((await signUp(token)).status).toBe(200);
  });

  it('can be turned off: nobody makes one, and those that were made are worth nothing', async () => {
    const inviter = await open.signUp();
    const { token } = await invite(inviter);
    const refused = (detail: string) => ({ status: 403, body: { detail } });
    const answer = await off.call('POST', INVITATIONS, { headers: inviter.auth, body: {} });
    expect(answer).toMatchObject(refused('Invitations are turned off'));
    expect(await signUp(token, off)).toMatchObject(refused('Sign-up is closed'));
  });
});
