import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import type { Row } from '../caller.ts';
import { formOf, png, type Samples } from '../contract/samples.ts';
import { change } from '../records.ts';
import type { Site } from '../world.ts';

const { path } = merchantOrder;

/** Calls the routes of partner orders beyond the standard ones successfully, including the partners' pages. */
export async function callOrders({ ann, dora }: Site, samples: Samples): Promise<void> {
  await ann.get(`${path}/machine`);
  await ann.get(`${path}/commission?from=2026-01-01&to=2026-12-31`);
  await ann.get(`${path}/statistics`);
  await ann.get(`${path}/statistics/export`);
  await ann.get(`${path}/statistics/pdf`);
  let last = '';
  const linkOf = async () => {
    const { id } = await samples.record(merchantOrder);
    await ann.get(`${path}/${id}/timeline`);
    await ann.put(`${path}/${id}/dispatch`, { partnerId: (await samples.record(partner)).id });
    const { data } = await ann.put<{ token: string }>(`${path}/${id}/renew-link`);
    await ann.get(`${path}/${id}/partner-link`);
    last = id;
    return `/partner/${data.token}`;
  };
  const appointmentAt = new Date(Date.now() + DAY_MS).toISOString();
  const worker = { name: 'Tài' };
  const way = { accept: {}, assign: worker, depart: {}, work: {}, pause: { reason: 'Parts' } };
  const link = await linkOf();
  await ann.get(link);
  for (const [name, input] of Object.entries(way)) await ann.put(`${link}/${name}`, input);
  await ann.put(`${link}/phone`);
  await ann.get(`${link}/orders`);
  await ann.put(`${link}/message`, { content: 'On our way' });
  await ann.post(`${path}/${last}/messages`, { content: 'Good' });
  await ann.get(`${path}/${last}/messages`);
  const { data } = await ann.post<Row[]>(`${link}/upload`, formOf([{ name: 'a.png', body: await png() }]));
  await ann.put(`${link}/finish`, { note: 'Done', photos: [data[0]?.id] });
  await ann.put(`${await linkOf()}/decline`, { reason: 'No time' });
  await ann.put(`${path}/${last}/revoke-link`);
  const other = await linkOf();
  await ann.put(`${other}/accept`, {});
  await ann.put(`${other}/reschedule`, { appointmentAt, reason: 'No time' });
  await dora.put(`${path}/${last}/reschedule`, { appointmentAt, reason: 'Away' });
  await ann.put(`${other}/confirm-time`, {});
  await ann.put(`${other}/start`, {});
  const { id } = await samples.record(merchantOrder);
  const fundId = await samples.ref('fund');
  await change(merchantOrder, id, { status: 'COMPLETED', collectedBy: 'BUILDING', total: 1000, commission: 100 });
  for (const name of ['pay-manual-fee', 'pay-partner'])
    await ann.post(`${path}/${id}/${name}`, { method: 'TRANSFER', fundId });
}
