import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { build } from '../../kit/records/records.ts';
import type { BehaviourOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import type { Starter } from '../../platform/projects/building/starters.ts';

type Category = Doc<typeof voucherCategory>;

/** Categories of a new project; those that the system itself posts to are fixed. */
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

export const firstCategories = (ctx: Ctx): Promise<Category[]> =>
  Promise.all(
    CATEGORIES.map(([kind, code, name, fixed = false], n) =>
      build(ctx, voucherCategory, { kind, code, name, fixed, active: true, order: (n + 1) * 10 }),
    ),
  );

export const categoryStarter: Starter = async ctx => ({
  made: [{ definition: voucherCategory, docs: await firstCategories(ctx) }],
  also: async () => undefined,
});

/** Refuses another code or kind once entries use the category. */
async function assertUnused(ctx: Ctx, values: Values<typeof voucherCategory>, category: Category): Promise<void> {
  const changed = (['code', 'kind'] as const).find(name => name in values && values[name] !== category[name]);
  if (!changed) return;
  const isUsed = category.fixed || (await records(journalEntry).exists(ctx, { 'lines.category': category.code }));
  if (isUsed) failFields({ [changed]: { code: 'VOUCHER_CATEGORY_IN_USE' } }, 'VOUCHER_CATEGORY_IN_USE');
}

export const categoryBehaviour: BehaviourOf<typeof voucherCategory> = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'remove' && doc.fixed) fail('VOUCHER_CATEGORY_IN_USE');
    if (kind === 'remove' || kind === 'restore') return values;
    if (doc) await assertUnused(ctx, values, doc);
    const { parentId } = values;
    if (!parentId) return values;
    const parent = (await loadRefs(ctx.projectId, voucherCategory, [parentId])).get(parentId);
    const whole = { ...doc, ...values };
    if (parent && (parent.parentId || parent.kind !== whole.kind || parentId === doc?._id))
      failFields({ parentId: { code: 'REFERENCE_NOT_SUITABLE' } }, 'REFERENCE_NOT_SUITABLE');
    return values;
  },
  actions: {
    activate: () => ({ set: { active: true } }),
    deactivate: (_ctx, { fixed }) => (fixed ? fail('VOUCHER_CATEGORY_IN_USE') : { set: { active: false } }),
  },
};
