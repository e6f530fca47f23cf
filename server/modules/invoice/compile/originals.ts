import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceSeries } from '@lobby/shared/modules/invoice-series.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';

type Invoice = Doc<typeof invoice>;

const ORIGINAL = ['originalForm', 'originalSymbol', 'originalNumber', 'originalDate'] as const;
/** Clears the reference to an original, for invoices that change none. */
const NONE = { originalForm: null, originalSymbol: null, originalNumber: null, originalDate: null };

/** Changes for companies need a written agreement; individuals are only informed. */
export function assertAgreement(
  { buyerType }: Pick<Invoice, 'buyerType'>,
  { agreementNo, agreementOn }: Pick<Values<typeof invoice>, 'agreementNo' | 'agreementOn'>,
): void {
  if (buyerType !== 'ENTERPRISE') return;
  if (!agreementNo) failFields({ agreementNo: { code: 'REQUIRED' } });
  if (!agreementOn) failFields({ agreementOn: { code: 'REQUIRED' } });
}

/**
 * Validates the reference to an original invoice issued elsewhere, given by form, symbol, number and date. Invoices of this system are changed by
 * their own acts. Throws INVOICE_CHAIN_FORM and ORIGINAL_INVOICE_NOT_FOUND at the fields.
 */
export async function originalIn(
  ctx: Ctx,
  values: Values<typeof invoice>,
  doc: Invoice | null,
): Promise<Values<typeof invoice>> {
  const fixed = (['kind', ...(doc?.originalId ? ORIGINAL : [])] as const).find(
    name => doc && name in values && values[name] !== doc[name],
  );
  if (fixed) failFields({ [fixed]: { code: 'INVOICE_CHAIN_FORM' } }, 'INVOICE_CHAIN_FORM');
  if (doc?.originalId) return {};
  const whole: Values<typeof invoice> = { ...doc, ...values };
  if ((whole.kind ?? 'ORIGINAL') === 'ORIGINAL') return NONE;
  const missing: FieldErrors = Object.fromEntries(
    ORIGINAL.filter(name => !whole[name]).map(name => [name, { code: 'REQUIRED' }]),
  );
  if (Object.keys(missing).length > 0) failFields(missing, 'ORIGINAL_INVOICE_NOT_FOUND');
  if (!whole.reason) failFields({ reason: { code: 'REQUIRED' } });
  const { originalForm: form, originalSymbol: symbol, originalNumber: number } = whole;
  if (await records(invoice).exists(ctx, { form, symbol, number }))
    failFields({ originalNumber: { code: 'INVOICE_CHAIN_FORM' } }, 'INVOICE_CHAIN_FORM');
  // Numbers above the last one of our own series do not exist.
  const [series] = await records(invoiceSeries).find(ctx, { form, symbol }, { limit: 1 });
  if (series && (number ?? 0) > series.lastNumber)
    failFields({ originalNumber: { code: 'ORIGINAL_INVOICE_NOT_FOUND' } }, 'ORIGINAL_INVOICE_NOT_FOUND');
  return {};
}
