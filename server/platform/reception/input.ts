import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { fieldSchema, idSchema, inputSchema, textInput } from '@lobby/shared/kit/schema.ts';
import {
  areReminderDays,
  CARD_DEPOSITS,
  LATEST_REMINDER_DAY,
  MOST_DEPOSIT,
  MOST_DESKS,
  MOST_VEHICLES,
  receptionFields,
  TIME_OF_DAY,
  WORK_TYPES,
} from '@lobby/shared/modules/reception-settings.ts';
import { VEHICLE_TYPES } from '@lobby/shared/modules/vehicle.ts';
import { WEEKDAYS } from '@lobby/shared/modules/work-schedule.ts';
import { z } from 'zod';

const part = <K extends string>(names: readonly K[], value: z.ZodType) =>
  z.strictObject(Object.fromEntries(names.map(name => [name, value.optional()])));
const money = z.int().min(0).max(MOST_DEPOSIT);
const hours = fieldSchema({ kind: 'text', min: 0, max: 120, hours: true });
const week = part(WEEKDAYS, z.union([z.literal(''), hours]));
const time = z.string().regex(TIME_OF_DAY, 'TIME_INVALID');
const fold = (name: string) => name.toLowerCase();
const rules = z.strictObject({
  text: part(LANGUAGES, textInput(20_000, 0, true).nullable()).optional(),
  files: z.array(idSchema).max(5).optional(),
});

/** Changes of a project's reception settings; only what differs is sent. */
export const receptionChanges = inputSchema(receptionFields, 'update').extend({
  version: z.int().min(1).max(1_000_000_000),
  visitorCloseTime: time.optional(),
  parcelReminderTime: time.optional(),
  desks: z
    .array(z.strictObject({ name: textInput(40, 2) }))
    .min(1, 'REQUIRED')
    .max(MOST_DESKS)
    .refine(desks => new Set(desks.map(({ name }) => fold(name))).size === desks.length, 'LISTED_TWICE')
    .optional(),
  workHours: week.optional(),
  noisyHours: week.optional(),
  movingRules: rules.optional(),
  worksRules: rules.optional(),
  worksDeposits: part(WORK_TYPES, money).optional(),
  cardDeposits: part(CARD_DEPOSITS, money).optional(),
  vehicleLimits: part(VEHICLE_TYPES, z.int().min(0).max(MOST_VEHICLES).nullable()).optional(),
  parcelReminderDays: z
    .array(
      z
        .int()
        .min(-1000)
        .max(LATEST_REMINDER_DAY * 100),
    )
    .max(100)
    .refine(days => new Set(days).size === days.length, 'LISTED_TWICE')
    .refine(areReminderDays, 'REMINDER_DAYS_INVALID')
    .optional(),
});
