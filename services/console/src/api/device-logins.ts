import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type DeviceLogin = Schemas['DeviceLogin'];
export type DeviceLoginAnswer = Schemas['DeviceLoginAnswer'];

/** The program that waits under this code. */
export function findDeviceLogin(userCode: string): Promise<DeviceLogin> {
  return answerOf(api.POST('/api/client/account/device-logins/find', { body: { user_code: userCode } }));
}

export async function resolveDeviceLogin(answer: DeviceLoginAnswer): Promise<void> {
  await answerOf(api.POST('/api/client/account/device-logins/resolve', { body: answer }));
}
