import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { isTaxCode } from './invoice-config.ts';
import { E_INVOICE } from './invoice-item.ts';

const DETAIL = { detailOnly: true } as const;
const PERSONAL = { personal: true, whose: 'residentId', ...DETAIL } as const;
const OF = {
  person: { visibleWhen: { issuerType: ['INDIVIDUAL'] } },
  company: { visibleWhen: { issuerType: ['ENTERPRISE'] } },
} as const;
type Values = Record<string, unknown>;
const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '';

/** The number if it is in plain text; stored personal numbers arrive masked and are not checked again. */
const typed = (value: unknown): string | null => (typeof value === 'string' && /^\d+$/.test(value) ? value : null);
export const isIdentityCard = (card: string): boolean => /^(\d{9}|\d{12})$/.test(card);
export const isBudgetCode = (code: string): boolean => /^[A-Za-z0-9]{7}$/.test(code);
/** Whether it is a personal number: an identity card of 12 digits or a tax code of 10. */
const isPersonalNumber = (code: string): boolean => /^\d{12}$/.test(code) || (code.length === 10 && isTaxCode(code));
/** Error of a company without a name, which may in fact be a person. */
export const NAMELESS_COMPANY = {
  code: 'INVOICE_BUYER_NAME_REQUIRED',
  params: { why: 'invoice-buyer.companyRequired' },
} as const;

/** Checks a buyer as a whole; without invoices no name is required. */
function isWhole(values: Values): FieldErrors {
  const { issuerType, name, companyName, taxCode, ownTaxCode, address, budgetCode, identityCard, noInvoice } = values;
  const isCompany = issuerType === 'ENTERPRISE';
  const [code, personalCode, card] = [typed(taxCode), typed(ownTaxCode), typed(identityCard)];
  const isNameless = noInvoice !== true && !isFilled(name) && !isFilled(companyName);
  const isWrongCode = code !== null && !(isCompany ? isTaxCode(code) : isPersonalNumber(code));
  const isTaxed = isFilled(taxCode) || isFilled(ownTaxCode);
  return {
    ...(isNameless && !isCompany && { name: { code: 'INVOICE_BUYER_NAME_REQUIRED' } }),
    ...(isCompany && !isFilled(companyName) && { companyName: NAMELESS_COMPANY }),
    ...(isCompany && !isFilled(taxCode) && { taxCode: { code: 'REQUIRED' } }),
    ...(isWrongCode && { taxCode: { code: 'TAX_CODE_INVALID' } }),
    ...(personalCode !== null && !isPersonalNumber(personalCode) && { ownTaxCode: { code: 'TAX_CODE_INVALID' } }),
    ...(isTaxed && !isFilled(address) && { address: { code: 'INVOICE_BUYER_ADDRESS_REQUIRED' } }),
    ...(isFilled(budgetCode) && !isBudgetCode(String(budgetCode)) && { budgetCode: { code: 'BUDGET_CODE_LENGTH' } }),
    ...(card !== null && !isIdentityCard(card) && { identityCard: { code: 'IDENTITY_CARD_INVALID' } }),
  };
}

/** The addressee of a unit's invoices: a resident or a company. */
export const invoiceBuyer = defineModule({
  name: 'invoice-buyer',
  code: E_INVOICE,
  path: '/e-invoice-buyer',
  opens: 'billing/invoice?part=buyers&id=',
  icon: 'user',
  title: 'name',
  apart: ['companyName'],
  person: true,
  flags: ['read', 'write', 'delete', 'export', 'readEncrypted', 'exportEncrypted'],
  fields: {
    issuerType: {
      kind: 'choice',
      options: ['INDIVIDUAL', 'ENTERPRISE'],
      required: true,
      wrong: 'INVOICE_ISSUER_TYPE_INVALID',
    },
    name: { kind: 'text', max: 100, search: true },
    companyName: { kind: 'text', max: 400, search: true },
    /** Tax code of a company; `ownTaxCode` is that of a person and personal data. */
    taxCode: { kind: 'text', tells: true, digits: true, taxCode: true, max: 14, search: true, ...OF.company },
    ownTaxCode: { kind: 'text', digits: true, max: 14, search: true, ...PERSONAL, ...OF.person },
    address: { kind: 'text', address: true, max: 400, ...PERSONAL },
    budgetCode: { kind: 'text', max: 7, ...DETAIL },
    identityCard: { kind: 'text', digits: true, max: 12, ...PERSONAL, ...OF.person },
    passport: { kind: 'text', max: 20, ...PERSONAL, ...OF.person },
    email: { kind: 'email', ...PERSONAL },
    phone: { kind: 'phone', ...PERSONAL },
    bankAccount: { kind: 'text', max: 30, ...PERSONAL },
    bankName: { kind: 'text', max: 400, ...DETAIL },
    unitIds: { kind: 'refs', to: 'unit', max: 200 },
    residentId: { kind: 'ref', to: 'resident' },
    partnerId: { kind: 'ref', to: 'partner' },
    /** Wants no invoice. */
    noInvoice: { kind: 'flag' },
    active: { kind: 'flag', initial: true },
    note: { kind: 'longText', max: 500, ...DETAIL },
  },
  actions: {
    assign: {
      from: [],
      flag: 'write',
      input: {
        unitIds: { kind: 'refs', to: 'unit', max: 200, required: true },
        /** Removes the units from their current buyers. */
        takeOver: { kind: 'flag' },
      },
    },
  },
  list: {
    columns: ['issuerType', 'name', 'companyName', 'taxCode', 'unitIds', 'noInvoice', 'active', 'createdAt'],
    hidden: ['createdAt'],
    sorts: ['name', 'companyName', 'createdAt'],
    defaultSort: 'name',
    filters: ['issuerType', 'taxCode', 'unitIds', 'residentId', 'partnerId', 'noInvoice', 'active', 'createdAt'],
    indexed: ['unitIds'],
    asks: { taxCode: ['taxCode', 'ownTaxCode'] },
    tabs: {
      all: {},
      enterprises: { issuerType: { in: ['ENTERPRISE'] } },
      individuals: { issuerType: { in: ['INDIVIDUAL'] } },
    },
  },
  errors: {
    INVOICE_BUYER_NAME_REQUIRED: 400,
    INVOICE_BUYER_ADDRESS_REQUIRED: 400,
    TAX_CODE_INVALID: 400,
    BUDGET_CODE_LENGTH: 400,
    IDENTITY_CARD_INVALID: 400,
    INVOICE_BUYER_UNIT_TAKEN: 409,
    INVOICE_BUYER_IN_USE: 409,
  },
  imports: { keys: [['taxCode'], ['companyName']], leaves: ['residentId', 'partnerId'] },
  undo: { remove: { action: 'restore' } },
  check: isWhole,
});

export type InvoiceBuyer = DocOf<typeof invoiceBuyer>;
export type InvoiceBuyerRow = RowOf<typeof invoiceBuyer>;
