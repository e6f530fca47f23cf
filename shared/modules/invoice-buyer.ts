import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { E_INVOICE } from './invoice-item.ts';

const DETAIL = { detailOnly: true } as const;
const PERSONAL = { personal: true, whose: 'residentId', ...DETAIL } as const;
const OF = {
  person: { visibleWhen: { issuerType: ['INDIVIDUAL'] } },
  company: { visibleWhen: { issuerType: ['ENTERPRISE'] } },
} as const;
type Values = Record<string, unknown>;
const given = (value: unknown) => value !== null && value !== undefined && value !== '';

/** What must be told of whoever buys; who takes no invoices need not be named. */
function isWhole({ issuerType, name, companyName, taxCode, ownTaxCode, address, noInvoice }: Values): FieldErrors {
  const code = 'INVOICE_BUYER_NAME_REQUIRED';
  if (noInvoice !== true && !given(name) && !given(companyName)) return { name: { code } };
  if (issuerType === 'ENTERPRISE' && !given(companyName)) return { companyName: { code } };
  if (issuerType === 'ENTERPRISE' && !given(taxCode)) return { taxCode: { code: 'REQUIRED' } };
  if ((given(taxCode) || given(ownTaxCode)) && !given(address))
    return { address: { code: 'INVOICE_BUYER_ADDRESS_REQUIRED' } };
  return {};
}

/** To whom the invoices of units are made out: somebody who lives there, or a company that pays for it. */
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
    issuerType: { kind: 'choice', options: ['INDIVIDUAL', 'ENTERPRISE'], required: true },
    name: { kind: 'text', max: 100, search: true },
    companyName: { kind: 'text', max: 400, search: true },
    /** Of a company; that of a person is their own, and personal. */
    taxCode: { kind: 'text', tells: true, digits: true, max: 14, search: true, ...OF.company },
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
    /** Does not take invoices. */
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
        /** Takes units from the buyers that have them. */
        takeOver: { kind: 'flag' },
      },
    },
  },
  list: {
    columns: ['issuerType', 'name', 'companyName', 'taxCode', 'unitIds', 'noInvoice', 'active', 'createdAt'],
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
