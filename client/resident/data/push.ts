import type { addInstallation, installationList, pushKey } from '@lobby/shared/kit/push.contract.ts';
import { call } from './api.ts';
import { callContract } from './contract.ts';

type PushState = 'none' | 'denied' | 'off' | 'on';

/** Id of this device's push installation, and its resident. */
const KEY = 'resident-push';
const installedHere = (): { residentId: string; id: string } | null => JSON.parse(localStorage.getItem(KEY) ?? 'null');

const able = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
const worker = () => navigator.serviceWorker.getRegistration('/resident/');

/** Whether this device shows push notifications to a resident; `none`: not supported (on iOS the app must be on the home screen). */
export async function pushState(residentId: string): Promise<PushState> {
  if (!able()) return 'none';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await (await worker())?.pushManager.getSubscription();
  const on = subscription && Notification.permission === 'granted' && installedHere()?.residentId === residentId;
  return on ? 'on' : 'off';
}

/** Runs at the start: renews a subscription that has ended silently. */
export async function renewPush(residentId: string): Promise<void> {
  if (!able() || Notification.permission !== 'granted' || installedHere()?.residentId !== residentId) return;
  const installations = await callContract<typeof installationList>('GET', '/installations', {});
  const subscription = await (await worker())?.pushManager.getSubscription();
  if (!subscription || !installations.some(installation => installation.id === installedHere()?.id))
    await subscribe(residentId);
}

async function subscribe(residentId: string): Promise<PushState> {
  const { publicKey } = await callContract<typeof pushKey>('GET', '/installations/vapid-key', {});
  const registration = await worker();
  if (!registration) return 'none';
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await registration.pushManager.subscribe(options);
  const body = { deviceToken: JSON.stringify(subscription), deviceType: 'browser' } as const;
  const { id } = await callContract<typeof addInstallation>('POST', '/installations', { body });
  localStorage.setItem(KEY, JSON.stringify({ residentId, id }));
  return 'on';
}

/** Asks for permission and subscribes this device. Throws if push service or server cannot be reached. */
export async function turnOn(residentId: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState(residentId);
  return subscribe(residentId);
}

/** Ends push notifications on this device, locally and on the server. */
export async function turnOff(): Promise<PushState> {
  await (await (await worker())?.pushManager.getSubscription())?.unsubscribe();
  const installed = installedHere();
  if (installed) await call(`/installations/${installed.id}`, { method: 'DELETE' });
  localStorage.removeItem(KEY);
  return 'off';
}
