import type { Age } from './ageing.ts';

/** A unit with debts, as the debt desk shows it. Amounts in dong. */
export interface DeskRow {
  unitId: string;
  code: string;
  householder: string | null;
  /** Masked. */
  phone: string | null;
  /** With late interest, as it is paid. */
  debt: number;
  interest: number;
  bills: number;
  notices: number;
  oldestDue: string | null;
  days: number;
  bucket: Age;
  promise: { id: string; promisedOn: string; amount: number; status: string } | null;
  dispute: { id: string; code: string } | null;
  plan: { id: string; code: string; status: string } | null;
  lastContact: { at: string; how: string } | null;
  /** Number of reminders sent for the current debt. */
  reminders: number;
  /** Level of the reminder that is sent tomorrow. */
  tomorrow: number | null;
}
