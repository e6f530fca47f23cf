import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { resident } from './resident.ts';
import { room } from './room.ts';

const instant = z.string().nullable();
export const arrival = z.object({
  kind: z.enum(['parcel', 'guest', 'booking']),
  id: z.string(),
  /** Carrier, guest or amenity; empty if not recorded. */
  name: z.string(),
  status: z.string(),
  /** Expected arrival or beginning; of a parcel the time of its receipt. */
  at: instant,
  until: instant,
  /** Number of guests, places or pieces. */
  count: z.int(),
  /** Shelf of a parcel, or pass code of a guest. */
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
  /** `waits`: something is open or unread; `quiet`: nothing is. */
  state: z.enum(['waits', 'quiet']),
  text: z.string(),
  /** Path in the residents' app. */
  url: z.string(),
});
export const owedMonth = z.object({
  month: z.string(),
  /** In VND, with late interest up to today. */
  left: z.int(),
  /** Earliest due date of the month's bills. */
  dueDate: z.string().nullable(),
  /** Whether the month consists of charged late interest only. */
  interest: z.boolean(),
});

export const residentHome = contract({
  method: 'get',
  path: '/resident/home',
  summary: 'The home of a household: what is owed, under way, to be read, and where each leads',
  module: room.code,
  answer: z.object({
    unit: z.object({ id: z.string(), code: z.string() }),
    /** In VND, with late interest up to today. */
    owed: z.int(),
    owes: z.array(owedMonth),
    /** Parcels at the desk, and today's guests and bookings. */
    today: z.array(arrival),
    cards: z.array(homeCard),
    /** The current or next owners' meeting. */
    meeting: z
      .object({
        id: z.string(),
        name: z.string(),
        startAt: z.string(),
        venue: z.string().nullable(),
        running: z.boolean(),
        /** The home's answer to the invitation; null if the caller may not answer for it. */
        attendance: z.string().nullable(),
        /** Number of open votes. */
        votes: z.int(),
      })
      .nullable(),
    /** Coming handover of the home: invitation with its deadline, and appointment. */
    handover: z
      .object({
        status: z.string(),
        at: z.string().nullable(),
        place: z.string().nullable(),
        confirmed: z.boolean(),
        until: z.string().nullable(),
      })
      .nullable(),
    /** Urgent announcements that the reader has not confirmed. */
    urgent: z.array(z.object({ id: z.string(), title: z.string(), content: z.string(), at: z.string() })),
    told: z.array(
      z.object({
        kind: z.enum(['news', 'announcement']),
        id: z.string(),
        title: z.string(),
        at: z.string(),
        summary: z.string(),
        category: z.string(),
        /** The first picture. */
        image: z.string().nullable(),
      }),
    ),
  }),
});
