import type { Fields, ValueOf } from '../kit/fields.ts';

/** What a project sets of how its messages go out. */
export const sendingFields = {
  /** What a short message comes from. */
  smsBrand: { kind: 'text', max: 11, code: true },
  smsAccents: { kind: 'flag' },
  /** What a part of a short message costs, VND. */
  smsPrice: { kind: 'integer', min: 1, max: 100_000 },
  smsMonthlyCap: { kind: 'integer', min: 1, max: 10_000_000 },
  /** Hours of the day between which nothing goes out that can wait. */
  quietFrom: { kind: 'integer', min: 0, max: 23 },
  quietTo: { kind: 'integer', min: 0, max: 23 },
  mailsPerHour: { kind: 'integer', min: 1, max: 1_000_000 },
  /** The hour at which the reminders of a day go out. */
  reminderHour: { kind: 'integer', min: 0, max: 23 },
} as const satisfies Fields;

/** What is set of it; without a value nothing is limited. */
export type SendingSettings = {
  readonly [K in keyof typeof sendingFields]?: ValueOf<(typeof sendingFields)[K], 'stored'> | null;
};

/** Whether an hour of the day is one in which nothing is sent; the span may pass midnight. */
export function isQuiet({ quietFrom, quietTo }: SendingSettings, hour: number): boolean {
  if (quietFrom == null || quietTo == null || quietFrom === quietTo) return false;
  return quietFrom < quietTo ? hour >= quietFrom && hour < quietTo : hour >= quietFrom || hour < quietTo;
}
