import type { Fields } from '@lobby/shared/kit/fields.ts';
import { partner } from '@lobby/shared/modules/partner.ts';

/** What samples of partners and stores hold in place of what each field alone would. */
export const STORE_SAMPLES: readonly (readonly [Fields, () => Record<string, unknown>])[] = [
  [partner.fields, () => ({ bankAccount: '0071000123456', beneficiary: 'DO VAN A' })],
];
