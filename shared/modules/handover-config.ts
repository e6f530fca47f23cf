import type { FieldErrors } from '../kit/errors.ts';
import type { Fields, ValuesOf } from '../kit/fields.ts';
import type { Weekday } from './work-schedule.ts';

/** The act before which a unit's debts must be paid. */
export const PAYMENT_GATES = ['NONE', 'SCHEDULE', 'ACCEPT'] as const;
export type PaymentGate = (typeof PAYMENT_GATES)[number];

const DAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const satisfies Weekday[];

/** Handover settings of a project. */
export const HANDOVER_CONFIG = {
  paymentGate: { kind: 'choice', options: PAYMENT_GATES, required: true, initial: 'SCHEDULE' },
  obligationSource: { kind: 'choice', options: ['MANUAL', 'LEDGER'], required: true, initial: 'MANUAL' },
  slotMinutes: { kind: 'integer', min: 15, max: 240, required: true, initial: 60 },
  slotsAtOnce: { kind: 'integer', min: 1, max: 50, required: true, initial: 4 },
  hours: { kind: 'text', max: 120, hours: true, required: true },
  days: {
    kind: 'lines',
    max: 7,
    required: true,
    ticked: true,
    of: { day: { kind: 'choice', options: DAYS, required: true } },
  },
  bookableByResident: { kind: 'flag', initial: true },
  bookAheadDays: { kind: 'integer', min: 1, max: 90, required: true, initial: 30 },
  inspectorIds: { kind: 'refs', to: 'employee', max: 20, worksIn: 'HANDOVER' },
  meetingPoint: { kind: 'text', max: 200 },
  defectsAllowed: { kind: 'flag', initial: true },
  repairDays: { kind: 'integer', min: 1, max: 180, required: true, initial: 30 },
  repairReminder: { kind: 'integer', min: 0, max: 30, required: true, initial: 3 },
  partnerMail: { kind: 'flag' },
  meters: {
    kind: 'lines',
    max: 10,
    of: { name: { kind: 'text', max: 60, required: true }, unitName: { kind: 'text', max: 20 } },
  },
  things: {
    kind: 'lines',
    max: 30,
    of: { name: { kind: 'text', max: 60, required: true }, number: { kind: 'integer', min: 0, max: 99, initial: 1 } },
  },
  minutesText: { kind: 'richText', max: 20_000 },
} as const satisfies Fields;

export type HandoverConfig = ValuesOf<typeof HANDOVER_CONFIG>;

/** Settings of projects that have not changed any. */
export const HANDOVER_DEFAULTS: HandoverConfig = {
  paymentGate: 'SCHEDULE',
  obligationSource: 'MANUAL',
  slotMinutes: 60,
  slotsAtOnce: 4,
  hours: '08:00-11:30, 13:30-17:00',
  days: DAYS.slice(0, 6).map(day => ({ day })),
  bookableByResident: true,
  bookAheadDays: 30,
  inspectorIds: [],
  meetingPoint: null,
  defectsAllowed: true,
  repairDays: 30,
  repairReminder: 3,
  partnerMail: false,
  meters: [],
  things: [],
  minutesText: null,
};

/** Variables allowed in the text of minutes, written `{{ name }}`. */
export const MINUTES_VARIABLES: readonly string[] = [
  'unit.code',
  'unit.block',
  'unit.floor',
  'unit.area',
  'unit.useArea',
  'owner.name',
  'receiver.name',
  'employee.name',
  'contractNumber',
  'handover.day',
  'handover.round',
  'defects.count',
  'warranty.until',
  'unit_group.name',
  'unit_group.management',
  'today',
];

/** Variables in a text that are not known. */
export const unknownIn = (text: string): string[] =>
  [...text.matchAll(/\{\{([^{}]*)\}\}/g)]
    .map(([, name = '']) => name.trim())
    .filter(name => !MINUTES_VARIABLES.includes(name));

/** Refuses duplicate days, meters and things, and unknown variables in texts. */
export function configFits(values: Record<string, unknown>) {
  const errors: FieldErrors = {};
  for (const [name, inner] of [
    ['days', 'day'],
    ['meters', 'name'],
    ['things', 'name'],
  ] as const) {
    const texts = (Array.isArray(values[name]) ? values[name] : []).map(line => String(line?.[inner]).toLowerCase());
    for (const [at, text] of texts.entries())
      if (texts.indexOf(text) !== at) errors[`${name}.${at}.${inner}`] = { code: 'LISTED_TWICE' };
  }
  if (typeof values.minutesText === 'string' && unknownIn(values.minutesText).length > 0)
    errors.minutesText = { code: 'TEXT_VARIABLES', params: { names: MINUTES_VARIABLES.join(', ') } };
  return errors;
}
