import type { Fields, ValueOf } from '../kit/fields.ts';
import type { Language } from '../kit/languages.ts';
import { VEHICLE_TYPES, type VehicleType } from './vehicle.ts';
import type { Weekday } from './work-schedule.ts';

export const WORK_TYPES = ['FINISHING', 'REPAIR', 'INSTALLATION', 'DEMOLITION', 'OTHER'] as const;
export type WorkType = (typeof WORK_TYPES)[number];

/** Purposes of a card deposit: residents' cards, or cards of a vehicle type. */
export const CARD_DEPOSITS = ['RESIDENT', ...VEHICLE_TYPES] as const;
export type CardDeposit = (typeof CARD_DEPOSITS)[number];

const whole = <const Min extends number, const Max extends number>(min: Min, max: Max, initial: number) =>
  ({ kind: 'integer', min, max, initial, required: true }) as const;
const flag = { kind: 'flag', initial: false } as const;

/** Single-value settings; the names contain the unit. */
export const receptionFields = {
  visitorAutoApprove: flag,
  overstayMinutes: whole(5, 1440, 30),
  overstayRepeatMinutes: whole(5, 240, 30),
  overstayMaxHours: whole(1, 24, 3),
  answerSeconds: whole(15, 300, 60),
  familiarAfter: whole(1, 50, 3),
  passMaxDays: whole(1, 366, 180),
  visitorImageDays: whole(1, 365, 30),
  visitorDataDays: whole(30, 3650, 365),
  moveLeadHours: whole(0, 168, 24),
  moveMaxDays: whole(1, 365, 60),
  moveOpenLimit: whole(1, 10, 2),
  papersRequired: flag,
  acceptanceRequired: flag,
  parcelPhotoDays: whole(7, 365, 90),
  parcelReturnDays: whole(3, 90, 14),
  shiftMaxHours: whole(4, 24, 16),
} as const satisfies Fields;
export type ReceptionField = keyof typeof receptionFields;

/** Settings that are times of day (`HH:mm`), with their defaults. */
export const RECEPTION_TIMES = { visitorCloseTime: '23:00', parcelReminderTime: '09:00' } as const;
export type ReceptionTime = keyof typeof RECEPTION_TIMES;
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** House rules. `edition` counts saved texts, `files` are ids. */
export interface HouseRules {
  text: Partial<Record<Language, string>>;
  files: readonly string[];
  edition: number;
  /** ISO text; null before the first edition. */
  updatedAt: string | null;
}
export type RulesOf = 'movingRules' | 'worksRules';

export type Week = Record<Weekday, string>;
type Values = { [K in ReceptionField]: ValueOf<(typeof receptionFields)[K], 'stored'> };

/** Desk settings of a project: visitors, moves, works, cards, parcels, shifts. */
export interface ReceptionSettings extends Values, Record<ReceptionTime, string>, Record<RulesOf, HouseRules> {
  desks: readonly { name: string }[];
  workHours: Week;
  noisyHours: Week;
  worksDeposits: Record<WorkType, number>;
  cardDeposits: Record<CardDeposit, number>;
  /** Maximum number of vehicles per unit by type; types not listed are unlimited. */
  vehicleLimits: Partial<Record<VehicleType, number>>;
  parcelReminderDays: readonly number[];
}

export const MOST_DESKS = 20;
export const MOST_REMINDERS = 5;
export const LATEST_REMINDER_DAY = 60;
export const MOST_DEPOSIT = 2_000_000_000;
export const MOST_VEHICLES = 100;

const weekOf = (days: string, saturday: string): Week => ({
  sunday: '',
  monday: days,
  tuesday: days,
  wednesday: days,
  thursday: days,
  friday: days,
  saturday,
});
const zeros = <K extends string>(names: readonly K[]) =>
  Object.fromEntries(names.map(name => [name, 0])) as Record<K, number>;
const NO_RULES: HouseRules = { text: {}, files: [], edition: 0, updatedAt: null };

/** Settings of projects that have not changed any. */
export const RECEPTION_DEFAULTS: ReceptionSettings = {
  ...(Object.fromEntries(Object.entries(receptionFields).map(([name, { initial }]) => [name, initial])) as Values),
  ...RECEPTION_TIMES,
  desks: [{ name: 'Lễ tân' }],
  workHours: weekOf('08:00-12:00, 13:30-17:30', '08:00-12:00'),
  noisyHours: weekOf('09:00-11:30, 14:00-17:00', ''),
  movingRules: NO_RULES,
  worksRules: NO_RULES,
  worksDeposits: zeros(WORK_TYPES),
  cardDeposits: zeros(CARD_DEPOSITS),
  vehicleLimits: {},
  parcelReminderDays: [1, 3, 7],
};

/** Settings whose entries can be changed individually. */
const MAPS = ['workHours', 'noisyHours', 'worksDeposits', 'cardDeposits', 'vehicleLimits'] as const;

/** Merges a change into the settings: entries not given stay, null removes an entry. */
export function changedReception(before: ReceptionSettings, change: Partial<ReceptionSettings>): ReceptionSettings {
  const after: Record<string, unknown> = { ...before, ...change };
  for (const name of MAPS) {
    const entries = Object.entries({ ...before[name], ...change[name] }).filter(([, value]) => value !== null);
    after[name] = Object.fromEntries(entries);
  }
  return after as unknown as ReceptionSettings;
}

/** Stored settings completed by the defaults. */
export const receptionOf = (set: Partial<ReceptionSettings> | undefined): ReceptionSettings =>
  changedReception(RECEPTION_DEFAULTS, set ?? {});

/** Settings returned to residents. */
export const RECEPTION_OF_RESIDENTS = [
  'desks',
  'workHours',
  'noisyHours',
  'worksDeposits',
  'cardDeposits',
  'vehicleLimits',
  'moveLeadHours',
  'moveMaxDays',
  'moveOpenLimit',
] as const satisfies readonly (keyof ReceptionSettings)[];

/** Whether reminder days ascend, within the allowed number and range. */
export const areReminderDays = (days: readonly number[]): boolean =>
  days.length > 0 &&
  days.length <= MOST_REMINDERS &&
  days.every((day, at) => day >= 1 && day <= LATEST_REMINDER_DAY && day > (days[at - 1] ?? 0));
