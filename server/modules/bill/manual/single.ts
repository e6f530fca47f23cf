import type { BillValues } from '../types.ts';

/** At most one of these bills exists per unit, service, month and purpose; see `unique` of the definition. */
export const SINGLE = { type: 'NORMAL', status: { $in: ['DRAFT', 'ACTIVE'] }, repeatable: false } as const;

/** Uniqueness key of a bill; null if it may repeat within a month. */
export const singleKey = ({ unitId, serviceId, month, createdFor, repeatable }: BillValues): string | null =>
  repeatable ? null : [unitId, serviceId, month, createdFor ?? 'SERVICE'].join(':');
