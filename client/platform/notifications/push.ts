import type { addInstallation, installationList, pushKey } from '@lobby/shared/kit/push.contract.ts';
import { request } from '../../kit/http/api.ts';
import { callContract } from '../../kit/http/contract.ts';
import { keepInstalled, readInstalled } from './installed.ts';

/**
 * `off`: can be turned on; `on`: active; `denied` by the browser settings; `home`: iOS before it is added to the home
 * screen; `none`: not supported.
 */
export type PushState = 'off' | 'on' | 'denied' | 'home' | 'none';

const able = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
const onApple = () => /iPhone|iPad/.test(navigator.userAgent);
const worker = () => navigator.serviceWorker.register('/sw.js');
const subscriptionNow = async () =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription() ?? null;

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

/** Subscribes this browser with the server's key; a subscription with another key is replaced. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  await worker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.getSubscription();
  const key = subscription?.options.applicationServerKey;
  if (subscription && key && base64url(key) !== publicKey) await subscription.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

async function register(userId: string, subscription: PushSubscription): Promise<void> {
  const body = { deviceToken: JSON.stringify(subscription), deviceType: 'browser' } as const;
  const { data } = await callContract<typeof addInstallation>('POST', '/installations', { body });
  keepInstalled({ userId, id: data.id });
}

/** Asks for permission and subscribes. Throws if the push service or the server cannot be reached. */
export async function turnOnPush(userId: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState(userId);
  await register(userId, await subscribe(await vapidKey()));
  return 'on';
}

/** Renews the subscription at start, since browser or server may have dropped it silently. */
export async function renewPush(userId: string): Promise<void> {
  if ((await pushState(userId)) !== 'on') return;
  const [publicKey, { data: installations }] = await Promise.all([
    vapidKey(),
    callContract<typeof installationList>('GET', '/installations'),
  ]);
  const before = await subscriptionNow();
  const subscription = await subscribe(publicKey);
  const isKnown =
    installations.some(installation => installation.id === readInstalled()?.id) &&
    before?.endpoint === subscription.endpoint;
  if (!isKnown) await register(userId, subscription);
}

/** Unsubscribes this browser, locally and on the server. */
export async function turnOffPush(): Promise<PushState> {
  await (await subscriptionNow())?.unsubscribe();
  const installed = readInstalled();
  if (installed) await request('DELETE', `/installations/${installed.id}`);
  keepInstalled(null);
  return 'off';
}

/** Closes shown notifications of a project, which have been read here or elsewhere. */
export async function clearShown(projectId: string): Promise<void> {
  if (!able()) return;
  const shown = (await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? [];
  for (const notification of shown) if (notification.data?.projectId === projectId) notification.close();
}
