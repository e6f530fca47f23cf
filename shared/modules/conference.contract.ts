import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { CONFERENCE, CONFERENCE_CHANNELS } from './conference.ts';
import { HALL_PAGES } from './conference-hall.ts';

/** Reasons why a channel does not reach a unit. */
export const MISSED = ['NO_APP', 'NO_EMAIL', 'NO_PHONE', 'SMS_OFF', 'UNSUBSCRIBED', 'REFUSED'] as const;

export const weighedSchema = z.object({ heads: z.int(), weight: z.number() });

export const meetingQuorum = contract({
  method: 'get',
  path: '/conference/:id/quorum',
  summary: 'How many of a meeting are there now, and whether that is enough',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({
    eligible: weighedSchema,
    present: weighedSchema,
    percent: z.object({ heads: z.number(), area: z.number() }),
    basis: z.string(),
    needed: z.number(),
    reached: z.boolean(),
    at: z.string(),
  }),
});

const counted = z.object({ weight: z.number(), percent: z.number(), ballots: z.int().nullable() });
export const hallScreenSchema = z.object({
  stamp: z.string(),
  at: z.string(),
  project: z.string(),
  title: z.string(),
  startAt: z.string(),
  venue: z.string().nullable(),
  timeZone: z.string(),
  page: z.enum(HALL_PAGES),
  speaker: z.string().nullable(),
  quorum: z.object({
    eligible: weighedSchema,
    present: weighedSchema,
    percent: z.object({ heads: z.number(), area: z.number() }),
    basis: z.string(),
    needed: z.number(),
    reached: z.boolean(),
  }),
  question: z
    .object({
      n: z.int(),
      of: z.int(),
      sheet: z.string(),
      status: z.string(),
      text: z.string(),
      kind: z.string(),
      answers: z.array(counted.partial().extend({ n: z.int(), text: z.string(), tie: z.boolean().optional() })),
      blank: counted.optional(),
      invalid: counted.optional(),
      base: z.number().optional(),
      passed: z.boolean().optional(),
    })
    .nullable(),
  turnout: z
    .object({
      cast: weighedSchema,
      of: weighedSchema,
      papers: z.int(),
      closesAt: z.string().nullable(),
      open: z.boolean(),
    })
    .nullable(),
});
const link = z.object({ id: z.string(), madeBy: z.string(), madeAt: z.string(), revokedAt: z.string().nullable() });

export const hallState = contract({
  method: 'get',
  path: '/conference/:id/hall',
  summary: 'What stands on the screen of the hall, and the links that open it',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  answer: hallScreenSchema.extend({ sheetId: z.string().nullable(), questionNo: z.int(), links: z.array(link) }),
});

export const invitedUnits = contract({
  method: 'get',
  path: '/conference/:id/invited',
  summary: 'How far the invitations to a meeting are: of each way how many are out, wait, and reach nobody',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({
    until: z.string().nullable(),
    ways: z.array(
      z.object({
        channel: z.enum(CONFERENCE_CHANNELS),
        out: z.int(),
        waiting: z.int(),
        missed: z.array(z.object({ reason: z.enum(MISSED), count: z.int(), units: z.array(z.string()) })),
      }),
    ),
  }),
});
