import type { BillItem } from '@lobby/shared/billing/explain.ts';

/** A bill before it is created. */
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
