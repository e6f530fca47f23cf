import { request } from '../../kit/http/api.ts';
import { type Installed, keepInstalled, readInstalled } from './installed.ts';

/** `off` may be asked for, `on` shows pushes here, `denied` by the browser's settings, `none` where there are no pushes. */
export type PushState = 'off' | 'on' | 'denied' | 'none';

const able = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
const worker = () => navigator.serviceWorker.register('/sw.js');

/** Whether this browser shows pushes to the reader. */
export async function pushState(userId: string): Promise<PushState> {
  if (!able()) return 'none';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  return subscription && Notification.permission === 'granted' && readInstalled()?.userId === userId ? 'on' : 'off';
}

/** Asks for the permission and subscribes this browser. Throws where the push service or the server cannot be reached. */
export async function turnOnPush(userId: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState(userId);
  const { data } = await request<{ publicKey: string }>('GET', '/installations/key');
  await worker();
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: data.publicKey,
  });
  const body = { deviceToken: JSON.stringify(subscription), deviceType: 'browser' };
  const answer = await request<{ id: string }>('POST', '/installations', { body });
  keepInstalled({ userId, id: answer.data.id });
  return 'on';
}

/** Ends the pushes to this browser, here and at the server. */
export async function turnOffPush(): Promise<PushState> {
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  const installed: Installed | null = readInstalled();
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
