import type { BillItem } from '@lobby/shared/billing/explain.ts';
import { manualBills } from '@lobby/shared/modules/fees.ts';
import type { Query } from '../../kit/live/useQuery.ts';
import { useAsked } from '../bill/index.ts';

/** A bill by hand as it would be. */
export interface PlannedBill {
  unitId: string;
  quantity: number;
  oldIndex: number | null;
  newIndex: number | null;
  items: Partial<BillItem>[];
  net: number;
  discount: number;
  surcharge: number;
  vat: number;
  total: number;
  vatRate: number | null;
  previous: { quantity: number; total: number } | null;
}
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

/** What bills by hand would be, asked again as they are typed; nothing is stored. */
export const useManualPlan = (body: object | null): Query<ManualPlan> =>
  useAsked<ManualPlan>('POST', `${manualBills.path}/preview`, body, manualBills.code);
