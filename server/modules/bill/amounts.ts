import { percentOf, withoutPercent } from '@lobby/shared/billing/amounts.ts';
import { paymentState } from '@lobby/shared/modules/bill.ts';
import { failFields } from '../../kit/base/errors.ts';
import { MOST } from './manual/entry.ts';
import type { BillValues } from './types.ts';

/** Discount amount in VND; refused above the base or without a reason. */
function discountOf(base: number, values: BillValues): number {
  const { discountType: type, discountPercent, discountAmount, changeReason } = values;
  if (!type) return 0;
  const discount = type === 'PERCENT' ? percentOf(base, discountPercent ?? 0) : (discountAmount ?? 0);
  if (discount > base) failFields({ discountAmount: { code: 'INVALID_DISCOUNT' } }, 'INVALID_DISCOUNT');
  if (discount > 0 && !changeReason) failFields({ changeReason: { code: 'REQUIRED' } });
  return discount;
}

/** Computes a bill from a given amount with or without VAT; the surcharge tax applies to the net amount. */
export function amountFigures(values: BillValues) {
  const base = values.amount ?? failFields({ amount: { code: 'REQUIRED' } });
  const rate = values.vatRate ?? 0;
  const discount = discountOf(base, values);
  const rest = base - discount;
  const net = values.vatIncluded ? withoutPercent(rest, rate) : rest;
  const vat = values.vatIncluded ? rest - net : percentOf(net, rate);
  const surcharge = percentOf(net, values.surchargeTax ?? 0);
  const total = net + surcharge + vat;
  if (total > MOST) failFields({ amount: { code: 'AMOUNT_TOO_LARGE' } }, 'AMOUNT_TOO_LARGE');
  const item = { quantity: null, price: null, days: null, ofDays: null, versionId: null };
  return {
    quantity: 1,
    items: [
      { ...item, kind: 'TIER' as const, quantity: 1, price: base, amount: base },
      ...(discount > 0 ? [{ ...item, kind: 'DISCOUNT' as const, amount: -discount }] : []),
    ],
    oldIndex: null,
    newIndex: null,
    rolled: false,
    coefficient: null,
    readings: [],
    allowance: 0,
    notes: null,
    amount: base,
    gross: base,
    discount,
    net,
    surcharge,
    vat,
    originalTotal: total,
    total,
    remaining: total,
    paymentState: paymentState(total, 0),
  };
}
