import type { Action } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import type { Fields } from '../kit/fields.ts';
import { DUE_STATUS } from './upkeep.ts';

/** Kinds of recurring care for systems and machines. */
export const CARE_KINDS = ['MAINTENANCE', 'INSPECTION'] as const;
export type CareKind = (typeof CARE_KINDS)[number];

/** Field names by kind of care, and the default reminder days before the next date. */
export const CARE = {
  MAINTENANCE: {
    cycle: 'maintenanceCycleDays',
    last: 'lastMaintenanceDate',
    next: 'nextMaintenanceDate',
    first: 'maintenanceReminder1',
    second: 'maintenanceReminder2',
    contractor: 'maintenanceContractorId',
    due: 'maintenanceDue',
    told: 'maintenanceTold',
    meant: 'maintenanceMeant',
    usual: [15, 3],
  },
  INSPECTION: {
    cycle: 'inspectionCycleDays',
    last: 'lastInspectionDate',
    next: 'nextInspectionDate',
    first: 'inspectionReminder1',
    second: 'inspectionReminder2',
    contractor: 'inspectionContractorId',
    due: 'inspectionDue',
    told: 'inspectionTold',
    meant: 'inspectionMeant',
    usual: [30, 7],
  },
} as const;

const WORST = ['OVERDUE', 'DUE_SOON', 'NORMAL', 'NONE'] as const;

/** Worst due state among machines, with its earliest date; NONE and null where nothing is due. */
export function worstAmong(things: readonly Readonly<Record<string, unknown>>[]): {
  worstDue: (typeof WORST)[number];
  dueOn: string | null;
} {
  const all = things.flatMap(thing =>
    CARE_KINDS.map(kind => ({ due: thing[CARE[kind].due], next: thing[CARE[kind].next] })),
  );
  const worstDue = WORST.find(due => all.some(line => line.due === due)) ?? 'NONE';
  const days = all.flatMap(({ due, next }) => (due === worstDue && typeof next === 'string' ? next : []));
  return { worstDue, dueOn: worstDue === 'NONE' ? null : (days.toSorted()[0] ?? null) };
}

export const INSPECTION_RESULTS = ['PASSED', 'CONDITIONAL', 'FAILED'] as const;
const contractor = { kind: 'ref', to: 'partner', invalidRefCode: 'CONTRACTOR_NOT_FOUND' } as const;
const cycle = { kind: 'integer', min: 1, max: 3650 } as const;
const reminder = { kind: 'integer', min: 1, max: 365, detailOnly: true } as const;
const files = { kind: 'files', max: 5 } as const;
/** Key of the last reminder: its date and number. */
const sentMark = { kind: 'text', max: 20, key: true, readOnly: true, internal: true, detailOnly: true } as const;

/** Next date from cycle or manual entry, before works and plans override it. */
export const MEANT_DATE = { kind: 'date', readOnly: true, internal: true, detailOnly: true } as const;

/** Care dates, reminders and contractors of a system or machine. */
export const CARE_FIELDS = {
  startDate: { kind: 'date' },
  maintenanceCycleDays: cycle,
  maintenanceReminder1: reminder,
  maintenanceReminder2: reminder,
  lastMaintenanceDate: { kind: 'date' },
  nextMaintenanceDate: { kind: 'date' },
  maintenanceContractorId: contractor,
  maintenanceDue: DUE_STATUS,
  inspectionCycleDays: cycle,
  inspectionReminder1: reminder,
  inspectionReminder2: reminder,
  lastInspectionDate: { kind: 'date' },
  nextInspectionDate: { kind: 'date' },
  inspectionContractorId: contractor,
  inspectionDue: DUE_STATUS,
  certificateNumber: { kind: 'text', max: 60, detailOnly: true },
  certificates: { ...files, detailOnly: true },
  lastInspectionResult: { kind: 'choice', options: INSPECTION_RESULTS, readOnly: true },
  maintenanceTold: sentMark,
  inspectionTold: sentMark,
  maintenanceMeant: MEANT_DATE,
  inspectionMeant: MEANT_DATE,
  reminderEmails: { kind: 'lines', max: 10, detailOnly: true, of: { email: { kind: 'email', required: true } } },
} as const satisfies Fields;

/** Fields copied from the system when a machine is created. */
export const TAKEN_OVER = [
  'startDate',
  'maintenanceCycleDays',
  'maintenanceReminder1',
  'maintenanceReminder2',
  'maintenanceContractorId',
  'inspectionCycleDays',
  'inspectionReminder1',
  'inspectionReminder2',
  'inspectionContractorId',
  'reminderEmails',
] as const;

const done = {
  doneOn: { kind: 'date', begins: 'today', required: true },
  contractorId: contractor,
} as const satisfies Fields;
const cost = { kind: 'money', min: 0, max: 2_000_000_000 } as const;
const words = { kind: 'longText', max: 5000 } as const;
export const recordMaintenance = {
  flag: 'updateStatus',
  asks: true,
  key: 'r',
  input: { ...done, nextDate: { kind: 'date' }, result: words, cost, files },
} as const satisfies Omit<Action, 'from'>;
export const recordInspection = {
  flag: 'updateStatus',
  asks: true,
  input: {
    ...done,
    result: { kind: 'choice', options: INSPECTION_RESULTS, required: true },
    certificateNumber: { kind: 'text', max: 60 },
    validUntil: { kind: 'date' },
    description: words,
    cost,
    files,
  },
} as const satisfies Omit<Action, 'from'>;

export const CARE_ERRORS = { CONTRACTOR_NOT_FOUND: 422, DONE_BEFORE_LAST: 422, KEPT_BY_PLAN: 422 } as const;

/** Requires reminders to be in order and within the cycle, and e-mail addresses to be unique. */
export function careFits(values: Record<string, unknown>): FieldErrors {
  const errors: FieldErrors = {};
  for (const { cycle, first, second } of Object.values(CARE)) {
    const [far, near, days] = [values[first], values[second], values[cycle]];
    if (typeof far === 'number' && typeof days === 'number' && far > days)
      errors[first] = { code: 'REMINDER_ORDER', params: { days } };
    else if (typeof far === 'number' && typeof near === 'number' && near >= far)
      errors[second] = { code: 'REMINDER_ORDER', params: { days: far } };
  }
  const lines = Array.isArray(values.reminderEmails) ? (values.reminderEmails as { email?: string }[]) : [];
  const emails = lines.map(({ email }) => String(email).toLowerCase());
  for (const [n, email] of emails.entries())
    if (emails.indexOf(email) !== n) errors[`reminderEmails.${n}.email`] = { code: 'LISTED_TWICE' };
  return errors;
}

/** A name field unique regardless of accents; `taken` is the error code. */
export const nameOfItsOwn = <const C extends string>(taken: C) =>
  ({
    kind: 'text',
    min: 2,
    max: 150,
    required: true,
    unique: true,
    unaccented: true,
    taken,
    search: true,
  }) as const;
