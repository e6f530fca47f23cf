import { LINE_NATURES, TAX_RATES } from '../billing/invoice-line.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

export const E_INVOICE = 'E_INVOICE';
const DETAIL = { detailOnly: true } as const;

/** Requires the rate for OTHER, and a name for a surcharge code. */
function fits({ taxRate, taxRateOther, surchargeCode, surchargeName }: Record<string, unknown>): FieldErrors {
  const without = (value: unknown) => value === null || value === undefined || value === '';
  return {
    ...(taxRate === 'OTHER' && without(taxRateOther) && { taxRateOther: { code: 'REQUIRED' } }),
    ...(!without(surchargeCode) && without(surchargeName) && { surchargeName: { code: 'REQUIRED' } }),
  };
}

/** Invoice item of services: its printed name, tax rate, and how quantity and price are shown. */
export const invoiceItem = defineModule({
  name: 'invoice-item',
  code: E_INVOICE,
  path: '/invoice-item',
  route: 'billing/invoice-item',
  icon: 'receipt',
  menu: { group: 'accountingSetup', order: 8, key: 'invoiceItems', makes: true },
  title: 'name',
  apart: ['code'],
  offered: { active: 'true' },
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    order: { kind: 'integer', min: 1, max: 9999 },
    code: {
      kind: 'text',
      code: true,
      max: 50,
      required: true,
      unique: true,
      taken: 'INVOICE_ITEM_CODE_EXISTS',
      search: true,
    },
    /** Name printed on invoices. */
    name: { kind: 'text', max: 500, required: true, search: true },
    nameEn: { kind: 'text', max: 500, ...DETAIL },
    unit: { kind: 'text', max: 50 },
    serviceIds: { kind: 'refs', to: 'service', max: 50 },
    revenueType: { kind: 'choice', options: ['NORMAL', 'PAID_BEFORE', 'BOTH'], initial: 'BOTH' },
    taxRate: { kind: 'choice', options: TAX_RATES, initial: 'FROM_BILL' },
    taxRateOther: { kind: 'percent', ...DETAIL, visibleWhen: { taxRate: ['OTHER'] } },
    nature: { kind: 'choice', options: LINE_NATURES, initial: 'GOODS' },
    surchargeCode: { kind: 'text', code: true, max: 20 },
    surchargeName: { kind: 'text', max: 100, ...DETAIL },
    /** Takes the quantity of the bill, otherwise 1. */
    actualQuantity: { kind: 'flag' },
    /** Rounds a shown unit price to whole đồng. */
    roundUnitPrice: { kind: 'flag' },
    /** Default price for invoices written by hand. */
    price: { kind: 'money', ...DETAIL },
    active: { kind: 'flag', initial: true, readOnly: true },
  },
  actions: {
    activate: { from: [], togglesFlag: true, flag: 'write', when: { active: ['false'] } },
    deactivate: { from: [], togglesFlag: true, flag: 'write', when: { active: ['true'] } },
    // Moved by a separate route, which names the neighbour.
    place: { from: [], flag: 'write', by: 'system' },
  },
  list: {
    columns: [
      'order',
      'code',
      'name',
      'unit',
      'serviceIds',
      'revenueType',
      'taxRate',
      'nature',
      'actualQuantity',
      'roundUnitPrice',
      'surchargeCode',
      'active',
      'createdAt',
    ],
    hidden: ['revenueType', 'nature', 'roundUnitPrice', 'createdAt'],
    sorts: ['order', 'code', 'name', 'createdAt'],
    defaultSort: 'order',
    filters: ['serviceIds', 'revenueType', 'taxRate', 'nature', 'actualQuantity', 'active', 'createdAt'],
    tabs: { active: { active: { in: ['true'] } }, all: {} },
  },
  errors: {
    INVOICE_ITEM_CODE_EXISTS: 409,
    INVOICE_ITEM_SERVICE_TAKEN: 409,
    INVOICE_ITEM_PLACEHOLDER_INVALID: 400,
    INVOICE_ITEM_IN_USE: 409,
  },
  imports: { keys: [['code']], begins: ['active'] },
  undo: { remove: { action: 'restore' }, activate: { action: 'deactivate' }, deactivate: { action: 'activate' } },
  check: fits,
});

export type InvoiceItem = DocOf<typeof invoiceItem>;
export type InvoiceItemRow = RowOf<typeof invoiceItem>;
