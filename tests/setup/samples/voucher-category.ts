import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [[voucherCategory.fields, () => ({ parentId: undefined, kind: 'INCOME' })]];
