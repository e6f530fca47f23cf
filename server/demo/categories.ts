import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { CATEGORIES } from '../modules/voucher-category/index.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { Site } from './sites.ts';

/** Income and expense categories of vouchers that are no fees. */
export const categoriesOf = (site: Site): Made<typeof voucherCategory>[] =>
  CATEGORIES.map(([kind, code, name, fixed = false], n) =>
    recordOf(voucherCategory, site.id, idsOf('voucher-category', site.key)(n), site.founded, {
      kind,
      code,
      name,
      fixed,
      active: true,
      order: (n + 1) * 10,
    }),
  );
