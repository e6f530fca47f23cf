import type { payslip } from '@lobby/shared/modules/payslip.ts';
import type { receipt } from '@lobby/shared/modules/receipt.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { defineModuleEvent } from '../../kit/base/module-event.ts';
import type { Doc } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import type { Line } from '../ledger/index.ts';

type Voucher = Doc<typeof receipt> | Doc<typeof payslip>;

/** What the booking or order of a voucher changes when the voucher is cancelled; null where it is not its own. */
export const voucherCancelled = defineModuleEvent<[ctx: Ctx, kind: string, voucher: Voucher], Change[] | null>();

/** The changes that belong to a cancelled voucher of a booking or order. */
export async function followCancel(ctx: Ctx, kind: string, voucher: Voucher): Promise<Change[]> {
  for (const handle of voucherCancelled.handlers) {
    const changes = await handle(ctx, kind, voucher);
    if (changes) return changes;
  }
  return fail('VOUCHER_OF_BOOKING', { code: voucher.originCode });
}

/** What a fee or surcharge of a booking is on the books: revenue of its amenity, and the taxes in it. */
export function bookingLines(
  voucher: Partial<Pick<Voucher, 'amenityId' | 'originId' | 'net' | 'vat' | 'surchargeTax'>>,
  side: 'debit' | 'credit',
): Line[] {
  const of = { amenityId: voucher.amenityId, bookingId: voucher.originId };
  return [
    { account: 'REVENUE', ...of, [side]: voucher.net },
    { account: 'VAT_PAYABLE', ...of, [side]: voucher.vat },
    { account: 'SURCHARGE_TAX_PAYABLE', ...of, [side]: voucher.surchargeTax },
  ];
}
