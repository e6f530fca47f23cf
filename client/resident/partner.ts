import { guestCall, type Refused } from './data/api.ts';
import { smaller } from './data/photos.ts';

export interface Picture {
  id: string;
  url: string;
  thumbUrl: string | null;
}
export interface Item {
  name: string;
  quantity: number;
  price: number;
}
export interface Order {
  code: string;
  title: string;
  description: string;
  status: string;
  version: number;
  project: string;
  hotline: string | null;
  address: string | null;
  block: string | null;
  floor: string | null;
  unit: string | null;
  partner: string;
  contactName: string | null;
  hasPhone: boolean;
  wantedFrom: string | null;
  wantedTo: string | null;
  appointmentAt: string | null;
  employeeName: string | null;
  employeePhone: string | null;
  quote: number;
  total: number | null;
  items: Item[];
  finishNote: string | null;
  reason: string | null;
  photos: Picture[];
  finishPhotos: Picture[];
  directions: string | null;
}
interface Said {
  id: string;
  at: string;
  by: 'PARTNER' | 'HOUSEHOLD' | 'BUILDING';
  content: string;
  images: Picture[];
}
/** An order as the partner or worker sees it. */
export interface OrderPage {
  order: Order;
  role: 'PARTNER' | 'WORKER';
  acts: string[];
  until: string;
  messages: Said[];
  talks: boolean;
  worker?: string | null;
}

const TRIES = 4;
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));
const at = (token: string) => `/partner/${encodeURIComponent(token)}`;

/** Reads an order; with a known version, waits some seconds for a change. */
export const readOrder = (token: string, since?: number): Promise<OrderPage> =>
  guestCall<OrderPage>(at(token) + (since === undefined ? '' : `?since=${since}`));
export const readOthers = (token: string) =>
  guestCall<{ code: string; title: string; status: string; current: boolean }[]>(`${at(token)}/orders`);
export const readPhone = (token: string) =>
  guestCall<{ phone: string | null }>(`${at(token)}/phone`, { method: 'PUT', body: {} });
export const actOn = (token: string, name: string, body: Record<string, unknown>): Promise<OrderPage> =>
  guestCall<OrderPage>(`${at(token)}/${name}`, { method: 'PUT', body });

const sent = new WeakMap<File, string>();
/** Uploads images one by one and retries each on a bad connection; finished ones are not sent again. */
export async function uploadFor(
  token: string,
  files: readonly File[],
  onSent?: (done: number) => void,
  of = '',
): Promise<string[]> {
  const ids: string[] = [];
  for (const file of files) {
    for (let n = 1; !sent.has(file); n++) {
      const body = new FormData();
      body.append('files', await smaller(file));
      try {
        const made = await guestCall<{ id: string }[]>(`${at(token)}/upload${of}`, { method: 'POST', body });
        sent.set(file, made[0]?.id ?? '');
      } catch (failure) {
        if ((failure as Refused).status !== 0 || n === TRIES) throw failure;
        await pause(n * 1000);
      }
    }
    ids.push(sent.get(file) ?? '');
    onSent?.(ids.length);
  }
  return ids;
}

interface Kept {
  page: OrderPage;
  /** A queued action, sent once the network is back. */
  act?: { name: string; body: Record<string, unknown> };
}
const keyOf = (token: string) => `partner-order-${token.slice(0, 8)}`;
/** Returns the last state and queued action of a link on this device. */
export const keptOrder = (token: string): Kept | null => JSON.parse(localStorage.getItem(keyOf(token)) ?? 'null');
export const keepOrder = (token: string, kept: Kept | null): void =>
  kept ? localStorage.setItem(keyOf(token), JSON.stringify(kept)) : localStorage.removeItem(keyOf(token));
