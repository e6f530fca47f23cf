import type { Fields } from '@lobby/shared/kit/fields.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { hotline } from '@lobby/shared/modules/hotline.ts';
import { itemCategory } from '@lobby/shared/modules/item-category.ts';

let calls = 0;

/** Values that only fit each other, of what keeps a building going; `undefined` is left out. */
export const UPKEEP_SAMPLES: readonly (readonly [Fields, () => Record<string, unknown>])[] = [
  // What a phone dials, each another number.
  [hotline.fields, () => ({ phone: `09${20_000_000 + ++calls}` })],
  // Days that follow each other; the warranty tells its end.
  [
    asset.fields,
    () => ({
      ...{ setupDate: '2026-01-01', startDate: '2026-01-02', lastMaintenanceDate: '2026-02-01' },
      ...{ nextMaintenanceDate: '2026-12-01', warrantyDays: 365, warrantyExpiry: undefined },
      ...{ residualValue: 1000, purchasePrice: 2000 },
    }),
  ],
  [asset.actions['put-in-use'].input, () => ({ startDate: '2026-01-03' })],
  [asset.actions.stop.input, () => ({ stoppedOn: '2026-11-01', disposal: 'NONE', proceeds: undefined })],
  [asset.actions.duplicate.input, () => ({ count: 1 })],
  [itemCategory.fields, () => ({ of: 'ASSET', prefix: 'MM' })],
];
