import { type InvoiceLine, MOST_OFF_BY_ROUNDING } from '@lobby/shared/billing/invoice-line.ts';
import { outOfTolerance } from '@lobby/shared/billing/invoice-sums.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import type { invoice } from '@lobby/shared/modules/invoice.ts';
import { isBudgetCode, isIdentityCard, NAMELESS_COMPANY } from '@lobby/shared/modules/invoice-buyer.ts';
import { type InvoiceConfig, isTaxCode } from '@lobby/shared/modules/invoice-config.ts';
import type { Doc } from '../../kit/store/records.ts';
import { isPersonTaxCode } from './buyers.ts';
import type { Party } from './message/document.ts';

const TOTAL = 'INVOICE_TOTAL_INVALID';
const isSourced = ({ billId, receiptId }: InvoiceLine): boolean => Boolean(billId || receiptId);

/** The line of which quantity and price do not make the amount; null where all do. */
export function lineFault(lines: readonly InvoiceLine[], tolerance: number): FieldErrors | null {
  const n = lines.findIndex(line => {
    if (line.nature === 'NOTE' || !line.price) return false;
    // The price of a bill's line is rounded to be shown: its amount is the bill's, whatever that makes.
    const most = tolerance + (isSourced(line) ? Math.abs(line.quantity) * MOST_OFF_BY_ROUNDING : 0);
    return Math.abs(line.amount - Math.round(line.quantity * line.price)) > most;
  });
  if (n < 0) return null;
  return { [`items.${n}.amount`]: { code: TOTAL, params: { name: lines[n]?.name ?? '' } } };
}

/** What of who buys keeps an invoice from being issued. */
function buyerFaults(doc: Doc<typeof invoice>, buyer: Party, config: InvoiceConfig): FieldErrors {
  const isCompany = doc.buyerType === 'ENTERPRISE';
  const own = typeof doc.buyerTaxCode === 'string' && doc.buyerTaxCode !== '';
  const { name, company, taxCode, address, budgetCode, identityCard } = buyer;
  const isRight = taxCode && (own ? isTaxCode(taxCode) : isPersonTaxCode(taxCode, config));
  // A company has one, and one of its own.
  const isWithoutCode = taxCode ? !isRight || (isCompany && !own) : isCompany;
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

/** An invoice is of something that was sold: words alone are said by one that changes another, and what is replaced may have come to nothing. */
function amountFault({ kind, total }: Doc<typeof invoice>, lines: readonly InvoiceLine[]): FieldErrors {
  if (kind === 'ADJUST_INFO') return {};
  if (lines.every(({ nature }) => nature === 'NOTE')) return { items: { code: 'INVOICE_NO_ITEMS' } };
  return total === 0 && kind !== 'REPLACEMENT' ? { items: { code: TOTAL, params: { name: '' } } } : {};
}

/** What of a draft keeps it from being issued, each at its field. */
export function faultsOf(doc: Doc<typeof invoice>, buyer: Party, config: InvoiceConfig): FieldErrors {
  const lines = (Array.isArray(doc.items) ? doc.items : []) as InvoiceLine[];
  const off = lines.some(isSourced) ? outOfTolerance(lines, config.amountTolerance) : -1;
  return {
    ...buyerFaults(doc, buyer, config),
    ...amountFault(doc, lines),
    ...lineFault(lines, config.amountTolerance),
    ...(off >= 0 && { [`items.${off}.vat`]: { code: TOTAL, params: { name: lines[off]?.name ?? '' } } }),
  };
}
