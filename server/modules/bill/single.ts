import type { BillValues } from './types.ts';

/** Among these bills one stands of a unit, service, month and purpose; see `unique` of the definition. */
export const SINGLE = { type: 'NORMAL', status: { $in: ['DRAFT', 'ACTIVE'] }, repeatable: false } as const;

/** What tells such bills apart; null of one that may come several times in a month. */
export const singleKey = ({ unitId, serviceId, month, createdFor, repeatable }: BillValues): string | null =>
  repeatable ? null : [unitId, serviceId, month, createdFor ?? 'SERVICE'].join(':');
