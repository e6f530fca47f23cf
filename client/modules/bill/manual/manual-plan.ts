import { manualBills } from '@lobby/shared/modules/manual-bills.ts';
import type { Query } from '../../../kit/live/useQuery.ts';
import { type PlannedBill, useAsked } from '../index.ts';

export interface RefusedUnit {
  unitId: string;
  code: string;
  message: string;
  field: string | null;
}

export interface ManualPlan {
  bills: PlannedBill[];
  refused: RefusedUnit[];
  units: { unitId: string; begins: number | null; owed: number }[];
  total: number;
}

/** Preview of manual bills while they are entered; stores nothing. */
export const useManualPlan = (body: object | null): Query<ManualPlan> =>
  useAsked<ManualPlan>('POST', `${manualBills.path}/preview`, body, manualBills.code);
