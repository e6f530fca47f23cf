import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import type { OwnSamples } from '../own-samples.ts';

export const samples: OwnSamples = [[voucherCategory.fields, () => ({ parentId: undefined, kind: 'INCOME' })]];
