import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceSeries } from '@lobby/shared/modules/invoice-series.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { type Doc, records } from '../../kit/store/records.ts';

type Values = Record<string, unknown>;
type Invoice = Doc<typeof invoice>;

const ORIGINAL = ['originalForm', 'originalSymbol', 'originalNumber', 'originalDate'] as const;
/** What tells of an original that is not here; nothing of it stands in an invoice that changes none. */
const NONE = Object.fromEntries(ORIGINAL.map(name => [name, null]));

/** A company agrees in writing; a person is told. */
export function assertAgreement({ buyerType }: Pick<Invoice, 'buyerType'>, { agreementNo, agreementOn }: Values): void {
  if (buyerType !== 'ENTERPRISE') return;
  if (!agreementNo) failFields({ agreementNo: { code: 'REQUIRED' } });
  if (!agreementOn) failFields({ agreementOn: { code: 'REQUIRED' } });
}

/**
 * The invoice that one written by hand changes: issued elsewhere before, and told by form, symbol, number and date. One that is here is changed by its own
 * act. Throws INVOICE_CHAIN_FORM and ORIGINAL_INVOICE_NOT_FOUND at their fields.
 */
export async function originalIn(ctx: Ctx, values: Values, doc: Invoice | null): Promise<Values> {
  const fixed = (['kind', ...(doc?.originalId ? ORIGINAL : [])] as const).find(
    name => doc && name in values && values[name] !== doc[name],
  );
  if (fixed) failFields({ [fixed]: { code: 'INVOICE_CHAIN_FORM' } }, 'INVOICE_CHAIN_FORM');
  if (doc?.originalId) return {};
  const whole: Values = { ...doc, ...values };
  if ((whole.kind ?? 'ORIGINAL') === 'ORIGINAL') return NONE;
  const missing: FieldErrors = Object.fromEntries(
    ORIGINAL.filter(name => !whole[name]).map(name => [name, { code: 'REQUIRED' }]),
  );
  if (Object.keys(missing).length > 0) failFields(missing, 'ORIGINAL_INVOICE_NOT_FOUND');
  if (!whole.reason) failFields({ reason: { code: 'REQUIRED' } });
  const { originalForm: form, originalSymbol: symbol, originalNumber: number } = whole as Partial<Invoice>;
  if (await records(invoice).exists(ctx, { form, symbol, number }))
    failFields({ originalNumber: { code: 'INVOICE_CHAIN_FORM' } }, 'INVOICE_CHAIN_FORM');
  // A series of ours has given its numbers up to its last one: a higher one is of no invoice.
  const [series] = await records(invoiceSeries).find(ctx, { form, symbol }, { limit: 1 });
  if (series && Number(number) > series.lastNumber)
    failFields({ originalNumber: { code: 'ORIGINAL_INVOICE_NOT_FOUND' } }, 'ORIGINAL_INVOICE_NOT_FOUND');
  return {};
}
