import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { categoryBehaviour, categoryStarter } from './rules.ts';

export const voucherCategoryModule = defineServerModule({
  name: 'voucher-category',
  serves: [serves(voucherCategory, categoryBehaviour)],
  starters: [categoryStarter],
});
