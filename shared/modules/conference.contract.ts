import { z } from 'zod';
import { typedAs } from '../kit/answer-schema.ts';
import { type AnswerOf, contract } from '../kit/contract.ts';
import type { FileInfo } from '../kit/fields.ts';
import { idSchema } from '../kit/schema.ts';
import { CONFERENCE, CONFERENCE_CHANNELS } from './conference.ts';
import { HALL_PAGES } from './conference-hall.ts';
import type { MinutesText } from './conference-minutes.ts';
import type { resultOfSurvey } from './conference-survey.contract.ts';

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

export const minutesLines = contract({
  method: 'get',
  path: '/conference/:id/minutes/page',
  summary: 'The minutes of a meeting line by line, as they will be printed',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({
    project: z.string(),
    address: z.string().nullable(),
    lines: z.array(z.object({ said: z.string(), size: z.number().nullable(), bold: z.boolean(), indent: z.number() })),
    signed: z.array(z.object({ role: z.string(), name: z.string() })),
  }),
});

export const makeHallLink = contract({
  method: 'put',
  path: '/conference/:id/hall-link',
  summary: 'Make a link that opens the screen of the hall without a sign-in, until the meeting ends',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({}),
  answer: z.object({ id: z.string(), token: z.string(), path: z.string() }),
});

export const revokeHallLink = contract({
  method: 'put',
  path: '/conference/:id/revoke-hall-link',
  summary: 'End a link to the screen of the hall',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ linkId: idSchema }),
  answer: z.object({ revoked: z.literal(true) }),
});

interface VoteFigures {
  weight: number;
  percent: number;
  /** Null where the number is too small to be published. */
  ballots: number | null;
}
/** Units and their votes. */
export interface CastVotes {
  units: number;
  weight: number;
}
/** A question with its result. */
export interface DecidedQuestion {
  n: number;
  text: string;
  kind: string;
  answers: ({ n: number; text: string; tie?: boolean } & Partial<VoteFigures>)[];
  blank?: VoteFigures;
  invalid?: VoteFigures;
  base?: number;
  passed?: boolean;
}
/** A vote in the result of a meeting; without figures until it is counted. */
export interface DecidedSheet {
  id: string;
  title: string;
  status: string;
  questions: DecidedQuestion[];
  present?: { heads: number; weight: number };
  /** Units that voted from home beside those present. */
  fromHome?: CastVotes | null;
  notCast?: CastVotes;
  papers?: { issued: number; returned: number; missing: number; weight: number };
}
/** A survey in the result of a meeting. */
export type SurveyFigures = Omit<AnswerOf<typeof resultOfSurvey>, 'silent'>;
interface MeetingResult {
  /** How many were there over time. */
  quorum: { at: string; heads: number; weight: number; percent: number }[];
  sheets: DecidedSheet[];
  survey: (SurveyFigures & { title: string }) | null;
}

export const meetingResult = contract({
  method: 'get',
  path: '/conference/:id/result',
  summary: 'What came of a meeting; figures of a vote only once it is counted, residents what is published',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  answer: typedAs<MeetingResult>(
    z.looseObject({ quorum: z.array(z.unknown()), sheets: z.array(z.unknown()), survey: z.unknown() }),
  ),
});

interface SentMinutes extends MinutesText<string, FileInfo> {
  id: string;
  publishedParts: string[];
}
export const minutesAnswer = typedAs<SentMinutes>(
  z.looseObject({ id: z.string(), version: z.int(), status: z.enum(['DRAFT', 'FINAL']) }),
);

export const meetingMinutes = contract({
  method: 'get',
  path: '/conference/:id/minutes',
  summary: 'The minutes of a meeting; residents once they are published',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  answer: minutesAnswer,
});

export const objectionsOpen = contract({
  method: 'get',
  path: '/conference/:id/minutes/object',
  summary: 'Whether a household may still object to what was decided, and until when',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({ until: z.string().nullable() }),
});

export const objectToMinutes = contract({
  method: 'put',
  path: '/conference/:id/minutes/object',
  summary: 'Add the objection of a household to the minutes, for some hours after the meeting',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ text: z.string().trim().min(2).max(1000) }),
  answer: z.object({ objected: z.literal(true) }),
});

export const meetingCalendarFile = contract({
  method: 'get',
  path: '/conference/:id/ics',
  summary: 'A meeting as a file for a calendar',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({ name: z.string(), text: z.string() }),
});
