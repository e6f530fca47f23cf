import type { addInstallation, installationList, pushKey } from '@lobby/shared/kit/push.contract.ts';
import { request } from '../../kit/http/api.ts';
import { callContract } from '../../kit/http/contract.ts';
import { keepInstalled, readInstalled } from './installed.ts';

/** `off` may be asked for, `on` shows pushes here, `denied` by the browser's settings, `home` on a phone of Apple before it is on the home screen, `none` where there are no pushes. */
export type PushState = 'off' | 'on' | 'denied' | 'home' | 'none';

const able = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
const onApple = () => /iPhone|iPad/.test(navigator.userAgent);
const worker = () => navigator.serviceWorker.register('/sw.js');
const subscriptionNow = async () =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription() ?? null;

/** Whether this browser shows pushes to the reader. */
export async function pushState(userId: string): Promise<PushState> {
  if (!able()) return onApple() ? 'home' : 'none';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await subscriptionNow();
  return subscription && Notification.permission === 'granted' && readInstalled()?.userId === userId ? 'on' : 'off';
}

const vapidKey = async () => (await callContract<typeof pushKey>('GET', '/installations/vapid-key')).data.publicKey;

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Subscribes this browser with the server's key; with another key it has to begin anew. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  await worker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const key = known?.options.applicationServerKey;
  if (known && key && base64url(key) !== publicKey) await known.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

async function register(userId: string, subscription: PushSubscription): Promise<void> {
  const body = { deviceToken: JSON.stringify(subscription), deviceType: 'browser' };
  const { data } = await callContract<typeof addInstallation>('POST', '/installations', { body });
  keepInstalled({ userId, id: data.id });
}

/** Asks for the permission and subscribes this browser. Throws where the push service or the server cannot be reached. */
export async function turnOnPush(userId: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState(userId);
  await register(userId, await subscribe(await vapidKey()));
  return 'on';
}

/** Once at the start: what the browser subscribed, and the server knows of it, may have ended without a word. */
export async function renewPush(userId: string): Promise<void> {
  if ((await pushState(userId)) !== 'on') return;
  const [publicKey, { data: own }] = await Promise.all([
    vapidKey(),
    callContract<typeof installationList>('GET', '/installations'),
  ]);
  const before = await subscriptionNow();
  const subscription = await subscribe(publicKey);
  const isKnown = own.some(one => one.id === readInstalled()?.id) && before?.endpoint === subscription.endpoint;
  if (!isKnown) await register(userId, subscription);
}

/** Ends the pushes to this browser, here and at the server. */
export async function turnOffPush(): Promise<PushState> {
  await (await subscriptionNow())?.unsubscribe();
  const installed = readInstalled();
  if (installed) await request('DELETE', `/installations/${installed.id}`);
  keepInstalled(null);
  return 'off';
}

/** Takes away what this device still shows of a project: it was read, here or elsewhere. */
export async function clearShown(projectId: string): Promise<void> {
  if (!able()) return;
  const shown = (await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? [];
  for (const one of shown) if (one.data?.projectId === projectId) one.close();
}
