import { type InvoiceLine, MOST_OFF_BY_ROUNDING } from '@lobby/shared/billing/invoice-line.ts';
import { outOfTolerance } from '@lobby/shared/billing/invoice-sums.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import type { invoice } from '@lobby/shared/modules/invoice.ts';
import { isBudgetCode, isIdentityCard, NAMELESS_COMPANY } from '@lobby/shared/modules/invoice-buyer.ts';
import { type InvoiceConfig, isTaxCode } from '@lobby/shared/modules/invoice-config.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { isPersonTaxCode } from '../config/buyers.ts';
import { linesIn } from '../issue/adjustments.ts';
import type { Party } from '../message/document.ts';

const TOTAL = 'INVOICE_TOTAL_INVALID';
const isSourced = ({ billId, receiptId }: InvoiceLine): boolean => Boolean(billId || receiptId);

/** The line whose amount does not equal quantity times price; null if all do. */
export function lineFault(lines: readonly InvoiceLine[], tolerance: number): FieldErrors | null {
  const n = lines.findIndex(line => {
    if (line.nature === 'NOTE' || !line.price) return false;
    // Prices of bill lines are rounded for display, so a larger deviation is allowed.
    const most = tolerance + (isSourced(line) ? Math.abs(line.quantity) * MOST_OFF_BY_ROUNDING : 0);
    return Math.abs(line.amount - Math.round(line.quantity * line.price)) > most;
  });
  if (n < 0) return null;
  return { [`items.${n}.amount`]: { code: TOTAL, params: { name: lines[n]?.name ?? '' } } };
}

/** Errors in the buyer's data. */
function buyerFaults(doc: Doc<typeof invoice>, buyer: Party, config: InvoiceConfig): FieldErrors {
  const isCompany = doc.buyerType === 'ENTERPRISE';
  const hasOwnCode = Boolean(doc.buyerTaxCode);
  const { name, company, taxCode, address, budgetCode, identityCard } = buyer;
  const isRight = taxCode && (hasOwnCode ? isTaxCode(taxCode) : isPersonTaxCode(taxCode, config));
  // A company needs a tax code, and its own one.
  const isWithoutCode = taxCode ? !isRight || (isCompany && !hasOwnCode) : isCompany;
  return {
    ...(!doc.buyerType && { 'buyer.type': { code: 'INVOICE_ISSUER_TYPE_INVALID' } }),
    ...(!name && !company && !isCompany && { 'buyer.name': { code: 'INVOICE_BUYER_NAME_REQUIRED' } }),
    ...(isCompany && !company && { 'buyer.company': NAMELESS_COMPANY }),
    ...(isWithoutCode && { 'buyer.taxCode': { code: 'TAX_CODE_INVALID' } }),
    ...(taxCode && !address && { 'buyer.address': { code: 'INVOICE_BUYER_ADDRESS_REQUIRED' } }),
    ...(budgetCode && !isBudgetCode(budgetCode) && { 'buyer.budgetCode': { code: 'BUDGET_CODE_LENGTH' } }),
    ...(identityCard && !isIdentityCard(identityCard) && { 'buyer.identityCard': { code: 'IDENTITY_CARD_INVALID' } }),
  };
}

/** Requires lines with amounts; only informational adjustments consist of text, and only replacements may be zero. */
function amountFault({ kind, total }: Doc<typeof invoice>, lines: readonly InvoiceLine[]): FieldErrors {
  if (kind === 'ADJUST_INFO') return {};
  if (lines.every(({ nature }) => nature === 'NOTE')) return { items: { code: 'INVOICE_NO_ITEMS' } };
  return total === 0 && kind !== 'REPLACEMENT' ? { items: { code: TOTAL, params: { name: '' } } } : {};
}

/** Field errors that prevent issuing a draft. */
export function faultsOf(doc: Doc<typeof invoice>, buyer: Party, config: InvoiceConfig): FieldErrors {
  const lines = linesIn(doc);
  const off = lines.some(isSourced) ? outOfTolerance(lines, config.amountTolerance) : -1;
  return {
    ...buyerFaults(doc, buyer, config),
    ...amountFault(doc, lines),
    ...lineFault(lines, config.amountTolerance),
    ...(off >= 0 && { [`items.${off}.vat`]: { code: TOTAL, params: { name: lines[off]?.name ?? '' } } }),
  };
}
