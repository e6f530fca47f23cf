import { fileSchema } from '@lobby/shared/kit/answer-schema.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { COMPLETED_ORDERS, merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { loadFiles } from '../../kit/files/files.ts';
import { defineThread, type Message, messageCollectionOf, messagesOf } from '../../kit/thread/messages.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { subjectOf } from '../resident-form/index.ts';
import { isOver } from './partner/link-holder.ts';

export const messageCollection = messageCollectionOf('merchant-order-messages', 'orderId');

/** Conversation of household, partner and staff about an order. */
export const orderThread = defineThread<typeof merchantOrder>({
  definition: merchantOrder,
  collection: messageCollection,
  key: 'orderId',
  ended: COMPLETED_ORDERS,
  // Staff may still add internal notes to ended orders.
  allow(ctx, doc) {
    if (isOver(doc) && ctx.kind !== 'staff') fail('STATUS_NOT_ALLOWED');
  },
  changes: () => ({}),
  async tell(ctx, doc, message, session) {
    if (message.private) return;
    const subject = { ...subjectOf(merchantOrder, doc), text: message.content };
    const kind = 'MERCHANT_ORDER_MESSAGE';
    if (ctx.kind !== 'resident') await notify(ctx, toUnit(doc.unitId), kind, subject, session);
    if (ctx.kind === 'staff') return;
    await notify(ctx, toStaff(await loadReaders(ctx.projectId, merchantOrder.code)), kind, subject, session);
  },
});

const SHOWN = 50;
/** A message in the partner's view, with the sender's side instead of a name. */
export const saidSchema = z.object({
  id: idSchema,
  at: z.iso.datetime(),
  by: z.enum(['PARTNER', 'HOUSEHOLD', 'BUILDING']),
  content: z.string(),
  images: z.array(fileSchema),
});
const SIDES = { guest: 'PARTNER', resident: 'HOUSEHOLD', staff: 'BUILDING', system: 'BUILDING' } as const;

/** Latest messages of an order for its partner, without internal notes; none for ended orders. */
export async function loadSaid(ctx: Ctx, orderId: string): Promise<z.output<typeof saidSchema>[]> {
  const rows: Message[] = await messagesOf(orderThread)
    .find({ projectId: ctx.projectId, orderId, private: false })
    .sort({ _id: -1 })
    .limit(SHOWN)
    .maxTimeMS(2000)
    .toArray();
  const files = await loadFiles(
    ctx,
    rows.flatMap(({ images }) => images),
  );
  return rows.reverse().map(row => ({
    id: row._id,
    at: row.at.toISOString(),
    by: SIDES[row.author.kind],
    content: row.withdrawnAt ? '' : row.content,
    images: row.withdrawnAt ? [] : row.images.flatMap(id => files.get(id) ?? []),
  }));
}
