import { LINE_NATURES, TAX_RATES } from '../billing/invoice-line.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

/** The permission module of all that has to do with electronic invoices. */
export const E_INVOICE = 'E_INVOICE';
const DETAIL = { detailOnly: true } as const;

/** Refuses values that require another one. */
function fits({ taxRate, taxRateOther, surchargeCode, surchargeName }: Record<string, unknown>): FieldErrors {
  const without = (value: unknown) => value === null || value === undefined || value === '';
  return {
    ...(taxRate === 'OTHER' && without(taxRateOther) && { taxRateOther: { code: 'REQUIRED' } }),
    ...(!without(surchargeCode) && without(surchargeName) && { surchargeName: { code: 'REQUIRED' } }),
  };
}

/** Name of a service's bills on invoices, and how quantity and price are shown. */
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
    /** As it is printed. */
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
    /** The quantity of the bill; else one. */
    actualQuantity: { kind: 'flag' },
    /** To whole đồng, where it is shown. */
    roundUnitPrice: { kind: 'flag' },
    /** For manually written invoices. */
    price: { kind: 'money', ...DETAIL },
    active: { kind: 'flag', initial: true, readOnly: true },
  },
  actions: {
    activate: { from: [], togglesFlag: true, flag: 'write', when: { active: ['false'] } },
    deactivate: { from: [], togglesFlag: true, flag: 'write', when: { active: ['true'] } },
    // By its own call: it takes the item that it comes before or after.
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
