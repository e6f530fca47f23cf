import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { payslip } from '@lobby/shared/modules/payslip.ts';
import type { receipt } from '@lobby/shared/modules/receipt.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { defineModuleEvent } from '../../../kit/base/module-event.ts';
import type { Session } from '../../../kit/database/database.ts';
import type { Effect } from '../../../kit/records/acts/act.ts';
import type { EffectOf } from '../../../kit/records/typed-behaviour.ts';
import type { AnyDoc, Doc } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import type { Line } from '../../ledger/index.ts';

type Voucher = Doc<typeof receipt> | Doc<typeof payslip>;

/**
 * A voucher is cancelled: the deposit, form, booking or order behind it returns its changes, null if it is not its own. `by`: the record that causes
 * it.
 */
export const voucherCancelled = defineModuleEvent<
  [ctx: Ctx, kind: string, voucher: Voucher, by: string | null],
  Change[] | null
>();

/** A deposit refund entered by hand: the deposit returns its changes. */
export const refundWritten = defineModuleEvent<[ctx: Ctx, voucher: Doc<typeof payslip>], Change[]>();

export async function depositRefunded(ctx: Ctx, voucher: Doc<typeof payslip>): Promise<Change[]> {
  const answers: Change[][] = [];
  for (const handle of refundWritten.handlers) answers.push(await handle(ctx, voucher));
  return answers.flat();
}

/** Changes of the documents behind a cancelled voucher; for a deposit those of the deposit and of its origin. */
export async function onCancel(ctx: Ctx, kind: string, voucher: Voucher, by: string | null = null): Promise<Change[]> {
  const answers: (Change[] | null)[] = [];
  // In sequence: if several refuse, it is always the same one.
  for (const handle of voucherCancelled.handlers) answers.push(await handle(ctx, kind, voucher, by));
  if (answers.every(answer => answer === null)) fail('VOUCHER_OF_BOOKING', { code: voucher.originCode });
  return answers.flatMap(answer => answer ?? []);
}

/** Changes that cancel a voucher together with another record. */
export function cancelChanges<const D extends typeof receipt | typeof payslip>(
  definition: D,
  doc: Doc<D>,
  effect: EffectOf<D>,
  reason: string,
): Change[];
export function cancelChanges(
  definition: Definition,
  doc: AnyDoc,
  { set, first, also, with: further = [] }: Pick<Effect, 'first' | 'also' | 'with'> & { set?: object },
  reason: string,
): Change[] {
  const whole: Record<string, unknown> = { ...set, status: 'CANCELED', cancelReason: reason };
  const update = { doc, set: whole };
  return [
    {
      definition,
      action: 'cancel',
      update,
      ...(first && { first: (session: Session) => first(session, whole) }),
      ...(also && { also }),
    },
    ...further,
  ];
}

/** Lines of a booking fee or surcharge: revenue of the amenity, and taxes. */
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
