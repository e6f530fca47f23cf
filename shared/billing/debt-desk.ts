import type { Age } from './ageing.ts';

/** A unit that owes, as the desk of debts shows it. Amounts in đồng. */
export interface DeskRow {
  unitId: string;
  code: string;
  householder: string | null;
  /** Masked. */
  phone: string | null;
  debt: number;
  bills: number;
  notices: number;
  oldestDue: string | null;
  days: number;
  bucket: Age;
  promise: { id: string; promisedOn: string; amount: number; status: string } | null;
  dispute: { id: string; code: string } | null;
  plan: { id: string; code: string; status: string } | null;
  lastContact: { at: string; how: string } | null;
  /** How many reminders have gone out of what is owed now. */
  reminders: number;
  /** The level that goes out tomorrow. */
  tomorrow: number | null;
}
