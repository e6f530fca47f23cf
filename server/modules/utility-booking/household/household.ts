import { idSchema } from '@lobby/shared/kit/schema.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { doorCode } from '@lobby/shared/modules/utility.contract.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { amountSchema, cancelPreview } from '@lobby/shared/modules/utility-booking.contract.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { z } from 'zod';
import { placeCode } from '../../../kit/http/guest-link.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { accountFor, shownTransfer, shownTransferSchema, virtualAt } from '../../bank-account/index.ts';
import { dueAt, unpaidOf } from '../money/money.ts';
import { payable } from '../money/online.ts';
import { loadFollowing } from './following.ts';

const params = z.strictObject({ id: idSchema });
/** Order in which the parts of a booking are paid. */
const NEXT = ['DEPOSIT', 'FEE', 'SURCHARGE'] as const;

/** Refund of a booking if cancelled now, as a preview. */
const preview = route(cancelPreview, {
  flags: ['read'],
  residents: true,
  async run(ctx, { params: { id }, query: { scope } }) {
    const doc = await load(ctx, utilityBooking, id);
    const due = (booking: Doc<typeof utilityBooking>) => dueAt(booking, ctx.now, ctx.kind !== 'resident');
    const more = scope === 'FOLLOWING' ? await loadFollowing(ctx, doc) : [];
    const all = [doc, ...more].map(due);
    const sum = (name: 'fee' | 'surcharge' | 'deposit') => all.reduce((total, booking) => total + booking[name], 0);
    return {
      ...due(doc),
      fee: sum('fee'),
      surcharge: sum('surcharge'),
      deposit: sum('deposit'),
      count: all.length,
    };
  },
});

/** Transfer of the amount due: bank account and VietQR. */
const payment = route({
  method: 'get',
  path: `${utilityBooking.path}/:id/payment-due`,
  summary: 'What is due of a booking and how it is transferred',
  module: utilityBooking.code,
  flags: ['read'],
  residents: true,
  params,
  answer: shownTransferSchema.extend({
    amount: amountSchema,
    /** Amount of the part to be paid next. */
    next: amountSchema,
    payBeforeAt: z.iso.datetime().nullable(),
  }),
  async run(ctx, { params: { id } }) {
    const doc = await load(ctx, utilityBooking, id);
    const due = unpaidOf(doc);
    const payBeforeAt = doc.payBeforeAt?.toISOString() ?? null;
    const account = due === 0 ? null : await accountFor(ctx);
    const next = NEXT.map(part => payable(doc, part)).find(amount => amount > 0) ?? 0;
    if (!account) return { amount: due, next, payBeforeAt, bank: null, qr: null };
    const unitId = doc.unitId;
    const code = (await loadRefs(ctx.projectId, unit, [unitId])).get(unitId)?.code ?? '';
    const virtual = (await virtualAt(ctx, account, [unitId])).get(unitId);
    const shown = shownTransfer(account, { code: doc.code ?? '', unit: code, amount: due }, virtual);
    return { amount: due, next, payBeforeAt, ...shown };
  },
});

/** QR code at the door of an amenity, for check-in. */
const doorCodeRoute = route(doorCode, {
  flags: ['write'],
  async run(ctx, { params: { id } }) {
    await load(ctx, utility, id);
    return { code: placeCode(ctx.projectId, id) };
  },
});

export const householdCalls: readonly Route[] = [preview, payment, doorCodeRoute];
