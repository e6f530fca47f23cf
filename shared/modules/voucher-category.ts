import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';

/** A category of other income or expenses; journal entries refer to its code. */
export const voucherCategory = defineModule({
  name: 'voucher-category',
  code: 'PAYSLIP',
  path: '/voucher-category',
  opens: 'payslip?part=categories&id=',
  icon: 'tag',
  title: 'name',
  offered: { active: 'true' },
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    order: { kind: 'integer', min: 1, max: 9999 },
    name: { kind: 'text', max: 100, required: true, unique: true, taken: 'VOUCHER_CATEGORY_EXISTS', search: true },
    code: {
      kind: 'text',
      code: true,
      max: 20,
      required: true,
      search: true,
      unique: true,
      taken: 'VOUCHER_CATEGORY_CODE_EXISTS',
    },
    kind: { kind: 'choice', options: ['INCOME', 'EXPENSE'], required: true },
    parentId: { kind: 'ref', to: 'voucher-category' },
    accountingCode: { kind: 'text', max: 16 },
    /** Used by automatic postings; cannot be changed or removed. */
    fixed: { kind: 'flag', readOnly: true },
    active: { kind: 'flag', initial: true, readOnly: true },
  },
  actions: {
    activate: { from: [], togglesFlag: true, flag: 'updateStatus', when: { active: ['false'] } },
    deactivate: { from: [], togglesFlag: true, flag: 'updateStatus', when: { active: ['true'] } },
  },
  list: {
    columns: ['order', 'name', 'code', 'kind', 'parentId', 'accountingCode', 'fixed', 'active'],
    hidden: ['code'],
    sorts: ['order', 'name', 'createdAt'],
    defaultSort: 'order',
    filters: ['kind', 'parentId', 'fixed', 'active', 'createdAt'],
    tabs: { active: { active: { in: ['true'] } }, all: {} },
  },
  errors: { VOUCHER_CATEGORY_EXISTS: 409, VOUCHER_CATEGORY_CODE_EXISTS: 409, VOUCHER_CATEGORY_IN_USE: 409 },
  undo: { remove: { action: 'restore' }, activate: { action: 'deactivate' }, deactivate: { action: 'activate' } },
  imports: { keys: [['code'], ['name']] },
});

export type VoucherCategory = DocOf<typeof voucherCategory>;
