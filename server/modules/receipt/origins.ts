import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import type { Change } from '../../kit/store/save.ts';
import type { Stored } from '../../kit/store/schema.ts';
import type { Line } from '../ledger/index.ts';

/** What the booking or order of a voucher changes when the voucher is cancelled; null where it is not its own. */
type Follower = (ctx: Ctx, kind: string, voucher: Stored) => Promise<Change[] | null>;
const followers: Follower[] = [];

/** Whoever has vouchers made for its records hears of their cancelling here. */
export const onVoucherCancel = (follower: Follower): void => void followers.push(follower);

/** The changes that belong to a cancelled voucher of a booking or order. */
export async function followCancel(ctx: Ctx, kind: string, voucher: Stored): Promise<Change[]> {
  for (const follower of followers) {
    const changes = await follower(ctx, kind, voucher);
    if (changes) return changes;
  }
  return fail('VOUCHER_OF_BOOKING', { code: voucher.originCode });
}

/** What a fee or surcharge of a booking is on the books: revenue of its amenity, and the taxes in it. */
export function bookingLines(voucher: Record<string, unknown>, side: 'debit' | 'credit'): Line[] {
  const of = { amenityId: String(voucher.amenityId), bookingId: String(voucher.originId) };
  return [
    { account: 'REVENUE', ...of, [side]: Number(voucher.net) },
    { account: 'VAT_PAYABLE', ...of, [side]: Number(voucher.vat) },
    { account: 'SURCHARGE_TAX_PAYABLE', ...of, [side]: Number(voucher.surchargeTax) },
  ];
}
