import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import type { Row } from './caller.ts';
import { formOf, png, type Samples } from './samples.ts';
import type { Site } from './world.ts';

const { path } = merchantOrder;

/** Calls with success what partner orders answer beside the standard calls: the page of each partner, by its link. */
export async function callOrders({ ann }: Site, samples: Samples): Promise<void> {
  await ann.get(`${path}/machine`);
  await ann.get(`${path}/commission?from=2026-01-01&to=2026-12-31`);
  const linkOf = async () => {
    const { id } = await samples.record(merchantOrder);
    await ann.put(`${path}/${id}/dispatch`, { partnerId: (await samples.record(partner)).id });
    const { data } = await ann.get<{ token: string }>(`${path}/${id}/partner-link`);
    return { 'X-Guest-Link': data.token };
  };
  const appointmentAt = new Date(Date.now() + 86_400_000).toISOString();
  const worker = { name: 'Tài' };
  const way = { accept: {}, assign: worker, depart: {}, work: {}, pause: { reason: 'Parts' } };
  const link = await linkOf();
  await ann.get('/partner-page', link);
  for (const [name, input] of Object.entries(way)) await ann.put(`/partner-page/${name}`, input, link);
  const { data } = await ann.post<Row[]>('/partner-page/images', formOf([{ name: 'a.png', body: await png() }]), link);
  await ann.put('/partner-page/finish', { note: 'Done', photos: [data[0]?.id] }, link);
  await ann.put('/partner-page/decline', { reason: 'No time' }, await linkOf());
  const other = await linkOf();
  await ann.put('/partner-page/accept', {}, other);
  await ann.put('/partner-page/reschedule', { appointmentAt, reason: 'No time' }, other);
  await ann.put('/partner-page/confirm-time', {}, other);
  await ann.put('/partner-page/start', {}, other);
}
