import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { resident } from './resident.ts';
import { room } from './room.ts';

const instant = z.string().nullable();
export const arrival = z.object({
  kind: z.enum(['parcel', 'guest', 'booking']),
  id: z.string(),
  /** The carrier, the guest, the amenity; empty where nobody wrote it down. */
  name: z.string(),
  status: z.string(),
  /** When it comes or begins; of a parcel, since when it waits. */
  at: instant,
  until: instant,
  /** Guests, or places. */
  count: z.int(),
  /** Where a parcel lies, which code a guest shows. */
  detail: z.string(),
});

export const residentProfile = contract({
  method: 'get',
  path: '/resident/profile',
  summary: 'Who the caller is, masked, and who lives in the unit',
  module: resident.code,
  answer: z.object({
    phone: z.string(),
    email: z.string(),
    household: z.array(z.object({ id: z.string(), name: z.string(), role: z.string() })),
  }),
});

export const leavingEndings = contract({
  method: 'get',
  path: '/member/:id/leaving',
  summary: 'What ends as somebody moves out of a unit: what is open of a household whose last they are',
  module: resident.code,
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ unitId: idSchema.optional() }),
  answer: z.object({
    /** Whether nobody else lives there. */
    last: z.boolean(),
    records: z.array(z.object({ entity: z.string(), id: z.string(), title: z.string(), status: z.string() })),
  }),
});

export const homeCard = z.object({
  key: z.string(),
  module: z.string(),
  count: z.int(),
  /** `waits`: something is under way or to be read; `quiet`: nothing is. */
  state: z.enum(['waits', 'quiet']),
  text: z.string(),
  /** Path in the residents' app. */
  url: z.string(),
});
export const owedMonth = z.object({
  month: z.string(),
  /** With its late interest up to today, VND. */
  left: z.int(),
  /** The first day that one of them is due. */
  dueDate: z.string().nullable(),
  /** Nothing but late interest that was charged. */
  interest: z.boolean(),
});

export const residentHome = contract({
  method: 'get',
  path: '/resident/home',
  summary: 'The home of a household: what is owed, under way, to be read, and where each leads',
  module: room.code,
  answer: z.object({
    unit: z.object({ id: z.string(), code: z.string() }),
    /** VND, with late interest up to today. */
    owed: z.int(),
    owes: z.array(owedMonth),
    /** What waits at the desk, and who and what comes today. */
    today: z.array(arrival),
    cards: z.array(homeCard),
    /** The owners' meeting that comes next, or goes on. */
    meeting: z
      .object({
        id: z.string(),
        name: z.string(),
        startAt: z.string(),
        venue: z.string().nullable(),
        running: z.boolean(),
        /** What the home has answered; null for who may not answer for it. */
        attendance: z.string().nullable(),
        /** Votes that are open. */
        votes: z.int(),
      })
      .nullable(),
    /** The handing over of the home that is to come: by when it is invited, and the appointment. */
    handover: z
      .object({
        status: z.string(),
        at: z.string().nullable(),
        place: z.string().nullable(),
        confirmed: z.boolean(),
        until: z.string().nullable(),
      })
      .nullable(),
    /** Urgent announcements that the reader has not said to know of. */
    urgent: z.array(z.object({ id: z.string(), title: z.string(), content: z.string(), at: z.string() })),
    told: z.array(
      z.object({
        kind: z.enum(['news', 'announcement']),
        id: z.string(),
        title: z.string(),
        at: z.string(),
        summary: z.string(),
        category: z.string(),
        /** The first picture of it. */
        image: z.string().nullable(),
      }),
    ),
  }),
});
