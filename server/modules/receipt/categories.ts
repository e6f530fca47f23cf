import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Rule } from '../../kit/records/act.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import { build } from '../../kit/records/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import type { Starter } from '../../platform/projects/starters.ts';

/** The categories that a project begins with; those that the product books by itself are fixed. */
export const CATEGORIES = [
  ['EXPENSE', 'ELECTRICITY', 'Tiền điện khu chung'],
  ['EXPENSE', 'WATER', 'Tiền nước khu chung'],
  ['EXPENSE', 'CLEANING', 'Vệ sinh'],
  ['EXPENSE', 'SECURITY', 'Bảo vệ'],
  ['EXPENSE', 'SALARY', 'Lương'],
  ['EXPENSE', 'SUPPLIES', 'Vật tư'],
  ['EXPENSE', 'MAINTENANCE', 'Bảo trì'],
  ['EXPENSE', 'REPAIR', 'Sửa chữa'],
  ['EXPENSE', 'INSPECTION', 'Kiểm định'],
  ['EXPENSE', 'ASSET', 'Mua sắm tài sản'],
  ['EXPENSE', 'CONTRACTOR', 'Thuê ngoài'],
  ['EXPENSE', 'TAX', 'Thuế, phí nhà nước'],
  ['EXPENSE', 'OTHER', 'Chi khác'],
  ['EXPENSE', 'BANK_FEE', 'Phí ngân hàng, cổng thanh toán', true],
  ['EXPENSE', 'SHORTAGE', 'Thiếu quỹ', true],
  ['EXPENSE', 'VAT_PAID', 'Nộp thuế GTGT', true],
  ['EXPENSE', 'SURCHARGE_PAID', 'Nộp phí thu hộ', true],
  ['INCOME', 'ADVERTISING', 'Quảng cáo'],
  ['INCOME', 'SCRAP', 'Bán phế liệu'],
  ['INCOME', 'SURPLUS', 'Thừa quỹ', true],
  ['INCOME', 'GATEWAY_FEE', 'Phí thanh toán thu hộ', true],
  ['INCOME', 'OTHER_INCOME', 'Thu khác', true],
] as const;

export const firstCategories = (ctx: Ctx): Promise<Stored[]> =>
  Promise.all(
    CATEGORIES.map(([kind, code, name, fixed = false], n) =>
      build(ctx, voucherCategory, { kind, code, name, fixed, active: true, order: (n + 1) * 10 }),
    ),
  );

export const categoryStarter: Starter = async ctx => ({
  made: [{ definition: voucherCategory, docs: await firstCategories(ctx) }],
  also: async () => undefined,
});

/** What the books know it by stays once something was booked to it. */
async function refuseUsed({ projectId }: Ctx, values: Record<string, unknown>, doc: Stored): Promise<void> {
  const changed = ['code', 'kind'].find(name => name in values && values[name] !== doc[name]);
  if (!changed) return;
  const category = String(doc.code);
  const used =
    doc.fixed === true ||
    (await modelOf(journalEntry).exists({ projectId, deletedAt: null, 'lines.category': category }));
  if (used) failFields({ [changed]: { code: 'VOUCHER_CATEGORY_IN_USE' } }, 'VOUCHER_CATEGORY_IN_USE');
}

export const categoryBehaviour: Behaviour = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'remove' && doc.fixed === true) fail('VOUCHER_CATEGORY_IN_USE');
    if (kind === 'remove' || kind === 'restore') return values;
    if (doc) await refuseUsed(ctx, values, doc);
    const parentId = values.parentId;
    if (typeof parentId !== 'string') return values;
    const parent = (await loadRefs(ctx.projectId, voucherCategory, [parentId])).get(parentId);
    const own = { ...doc, ...values } as Record<string, unknown>;
    if (parent && (parent.parentId || parent.kind !== own.kind || parentId === doc?._id))
      failFields({ parentId: { code: 'REFERENCE_NOT_SUITABLE' } }, 'REFERENCE_NOT_SUITABLE');
    return values;
  },
};

export const categoryActs: Readonly<Record<string, Rule>> = {
  activate: () => ({ set: { active: true } }),
  deactivate: (_ctx, doc) => (doc.fixed === true ? fail('VOUCHER_CATEGORY_IN_USE') : { set: { active: false } }),
};
