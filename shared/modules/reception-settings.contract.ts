import { z } from 'zod';
import { fileSchema } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import { LANGUAGES } from '../kit/languages.ts';
import { wholeNumber } from '../kit/query-schema.ts';
import { fieldSchema, idSchema, inputSchema, textInput } from '../kit/schema.ts';
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
} from './reception-settings.ts';
import { unitGroup } from './unit-group.ts';
import { VEHICLE_TYPES } from './vehicle.ts';
import { WEEKDAYS } from './work-schedule.ts';

const part = <K extends string>(names: readonly K[], value: z.ZodType) =>
  z.strictObject(Object.fromEntries(names.map(name => [name, value.optional()])));
const money = z.int().min(0).max(MOST_DEPOSIT);
const hours = fieldSchema({ kind: 'text', min: 0, max: 120, hours: true });
const week = part(WEEKDAYS, z.union([z.literal(''), hours]));
const time = z.string().regex(TIME_OF_DAY, 'TIME_INVALID');
const fold = (name: string) => name.toLowerCase();
const rulesInput = z.strictObject({
  text: part(LANGUAGES, textInput(20_000, 0, true).nullable()).optional(),
  files: z.array(idSchema).max(5).optional(),
});
/** Changes of a project's reception settings; only what differs is sent. */
const receptionChanges = inputSchema(receptionFields, 'update').extend({
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
  movingRules: rulesInput.optional(),
  worksRules: rulesInput.optional(),
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

const numbers = z.record(z.string(), z.int());
const texts = z.record(z.string(), z.string());
const rules = z.object({
  text: z.partialRecord(z.enum(LANGUAGES), z.string()),
  files: z.array(fileSchema),
  edition: z.int(),
  updatedAt: z.iso.datetime().nullable(),
});
const shared = {
  desks: z.array(z.object({ name: z.string() })),
  workHours: texts,
  noisyHours: texts,
  worksDeposits: numbers,
  cardDeposits: numbers,
  vehicleLimits: numbers,
};
const flagsAndNumbers = Object.fromEntries(
  Object.entries(receptionFields).map(([name, { kind }]) => [name, kind === 'flag' ? z.boolean() : z.int()]),
);
export const receptionSchema = z.object({
  ...shared,
  ...flagsAndNumbers,
  visitorCloseTime: z.string(),
  parcelReminderTime: z.string(),
  parcelReminderDays: z.array(z.int()),
  movingRules: rules,
  worksRules: rules,
  version: z.int(),
});

export const receptionSettings = contract({
  method: 'get',
  path: '/unit-group/:id/reception',
  summary: 'What is set for visitors, moves, works, cards, parcels and shifts',
  module: unitGroup.code,
  params: z.strictObject({ id: idSchema }),
  answer: receptionSchema.partial(),
});

const { visitorImageDays, visitorDataDays, parcelPhotoDays } = receptionFields;
const daysIn = ({ min, max }: { min: number; max: number }) => wholeNumber(min, max).optional();

export const retentionState = contract({
  method: 'get',
  path: '/unit-group/:id/reception/retention',
  summary: 'How many records the desk keeps of people, and how many the next night erases',
  module: unitGroup.code,
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({
    visitorImageDays: daysIn(visitorImageDays),
    visitorDataDays: daysIn(visitorDataDays),
    parcelPhotoDays: daysIn(parcelPhotoDays),
  }),
  answer: z.array(
    z.object({
      kind: z.enum(['visitImages', 'visits', 'guests', 'workers', 'parcels']),
      days: z.int(),
      held: z.int(),
      /** `goes`: erased by the current settings; `would`: by the proposed ones. */
      goes: z.int(),
      would: z.int(),
    }),
  ),
});

export const changeReceptionSettings = contract({
  method: 'put',
  path: '/unit-group/:id/reception',
  summary: 'Change what is set for the reception: only the keys that are given',
  module: unitGroup.code,
  params: z.strictObject({ id: idSchema }),
  body: receptionChanges,
  answer: receptionSchema.partial(),
});
