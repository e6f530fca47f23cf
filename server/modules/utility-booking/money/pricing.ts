import { addDays, lastDayOf, MINUTE_MS, mondayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import { inMinutes, policyOf } from '@lobby/shared/modules/utility-terms.ts';
import { type Amenity, addTaxes, type Frame, feeLines, sumOf, surchargeLines } from '../../utility/index.ts';

/** Maximum number of days that the frames of a booking may span. */
export const MOST_DAYS = 3;

/** Content of a booking request. */
export interface Draft {
  slots: readonly Frame[];
  quantity: number;
  surcharges?: readonly { index: number; quantity: number }[];
}

/** Cost of a booking in VND and its payment deadline; for late requests the beginning of use. */
export function termsOf(amenity: Amenity, { slots, quantity, surcharges }: Draft, now: Date, timeZone: string) {
  const lines = feeLines(amenity, slots, quantity, timeZone);
  const more = surchargeLines(amenity, slots.length, quantity, surcharges);
  const { total: fee, net, vat, surchargeTax } = addTaxes(amenity, sumOf(lines));
  const extra = addTaxes(amenity, sumOf(more));
  const surcharge = extra.total;
  const deposit = amenity.deposit ?? 0;
  const startAt = slots[0]?.from ?? new Date(0);
  const endAt = new Date(Math.max(...slots.map(slot => slot.to.getTime())));
  const before = inMinutes(amenity.payBefore, amenity.payBeforeUnit);
  const latest = new Date(startAt.getTime() - (before ?? 0) * MINUTE_MS);
  const isPaid = before !== null && fee + surcharge + deposit > 0;
  return {
    startAt,
    endAt,
    fee,
    feeNet: net,
    feeVat: vat,
    feeSurchargeTax: surchargeTax,
    surchargeNet: extra.net,
    surchargeVat: extra.vat,
    surchargeTax: extra.surchargeTax,
    surcharge,
    deposit,
    total: fee + surcharge,
    feeLines: lines,
    surchargeLines: more,
    policy: policyOf(amenity),
    payBeforeAt: isPaid ? (latest > now ? latest : startAt) : null,
  };
}

type Ahead = Pick<Amenity, 'preOrderMin' | 'preOrderMinUnit' | 'preOrderMax' | 'preOrderMaxUnit'>;

/** Earliest and latest start of a use requested now; a day has 24 hours. */
export function preOrderOf(amenity: Ahead, now: Date): { earliest: Date; latest: Date | null } {
  const least = inMinutes(amenity.preOrderMin, amenity.preOrderMinUnit) ?? 0;
  const most = inMinutes(amenity.preOrderMax, amenity.preOrderMaxUnit);
  const after = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
  return { earliest: after(least), latest: most === null ? null : after(most) };
}

/** Period over which a unit's frames are counted: the day, its week from Monday, or its month. */
export function countedWith(day: string, per: Amenity['limitPerUnitPer']): { from: string; to: string } {
  if (per === 'WEEK') {
    const monday = mondayOf(day);
    return { from: monday, to: addDays(monday, 6) };
  }
  if (per === 'MONTH') {
    const month = monthOf(day);
    return { from: `${month}-01`, to: lastDayOf(month) };
  }
  return { from: day, to: day };
}
