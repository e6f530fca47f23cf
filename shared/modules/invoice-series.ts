import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import { INVOICE_CONFIG_PATH, INVOICE_ENVIRONMENTS } from './invoice-config.ts';
import { E_INVOICE } from './invoice-item.ts';
import { SERVICE_GROUPS } from './tariff.ts';

const SET = { readOnly: true } as const;
const MOST_NUMBER = 99_999_999;

/** Symbol of a series: C or K (with or without code), year, type of invoice, two free letters. */
export const SYMBOL = /^[CK]\d{2}[TDLMNBGHX][A-Z]{2}$/;

/** A series of consecutively numbered invoices. */
export const invoiceSeries = defineModule({
  name: 'invoice-series',
  code: E_INVOICE,
  path: `${INVOICE_CONFIG_PATH}/series`,
  opens: 'billing/invoice-config?part=series&id=',
  icon: 'scroll',
  title: 'symbol',
  apart: ['form'],
  offered: { active: 'true' },
  flags: ['read', 'write', 'delete', 'updateStatus', 'sync'],
  calls: ['list', 'detail', 'create', 'update', 'remove', 'options', 'activities', 'badges'],
  fields: {
    name: { kind: 'text', max: 100, search: true },
    /** 1: VAT invoice; 2: sales invoice. */
    form: { kind: 'choice', options: ['1', '2'], required: true, initial: '1' },
    symbol: { kind: 'text', max: 6, required: true, search: true },
    year: { kind: 'integer', ungrouped: true, ...SET },
    environment: { kind: 'choice', options: INVOICE_ENVIRONMENTS, ...SET, initial: 'SANDBOX' },
    purpose: { kind: 'choice', options: ['ALL', 'SERVICE_GROUP', 'SERVICES'], initial: 'ALL' },
    groups: {
      kind: 'lines',
      max: SERVICE_GROUPS.length,
      detailOnly: true,
      visibleWhen: { purpose: ['SERVICE_GROUP'] },
      of: { serviceGroup: { kind: 'choice', options: SERVICE_GROUPS, required: true } },
    },
    serviceIds: { kind: 'refs', to: 'service', max: 50, detailOnly: true, visibleWhen: { purpose: ['SERVICES'] } },
    /** Last number used; given at creation for a series started elsewhere. */
    lastNumber: { kind: 'integer', min: 0, max: MOST_NUMBER, initial: 0, ungrouped: true },
    lastDate: { kind: 'date', ...SET },
    from: { kind: 'integer', min: 1, max: MOST_NUMBER, initial: 1, ungrouped: true },
    to: { kind: 'integer', min: 1, max: MOST_NUMBER, initial: MOST_NUMBER, ungrouped: true },
    /** Whether a number has been used. */
    used: { kind: 'flag', ...SET },
    active: { kind: 'flag', ...SET },
  },
  unique: [{ fields: ['environment', 'form', 'symbol'], code: 'SERIES_EXISTS' }],
  actions: {
    activate: { from: [], togglesFlag: true, flag: 'updateStatus', when: { active: ['false'] } },
    deactivate: { from: [], togglesFlag: true, flag: 'updateStatus', when: { active: ['true'] } },
  },
  list: {
    columns: [
      'form',
      'symbol',
      'name',
      'year',
      'environment',
      'purpose',
      'lastNumber',
      'lastDate',
      'to',
      'active',
      'createdAt',
    ],
    hidden: ['lastDate', 'createdAt'],
    sorts: ['symbol', 'year', 'createdAt'],
    defaultSort: '-year',
    filters: ['form', 'year', 'environment', 'purpose', 'active', 'createdAt'],
    tabs: { active: { active: { in: ['true'] } }, all: {} },
  },
  errors: {
    SERIES_INVALID: 400,
    SERIES_EXISTS: 409,
    SERIES_YEAR: 422,
    SERIES_FIXED: 409,
    SERIES_ACTIVE: 409,
    TAX_CODE_INVALID: 400,
    SENDER_CODE_INVALID: 400,
    CERTIFICATE_INVALID: 400,
    CERTIFICATE_EXPIRED: 422,
    INVOICE_PROVIDER_INVALID: 422,
    INVOICE_PROVIDER_NOT_CONFIGURED: 422,
    INVOICE_SELLER_NOT_FOUND: 422,
  },
});

export type InvoiceSeries = DocOf<typeof invoiceSeries>;
