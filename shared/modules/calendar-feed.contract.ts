import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { LANGUAGES } from '../kit/languages.ts';
import { fieldSchema, idSchema } from '../kit/schema.ts';
import { ALARMS, FEED_KINDS, FEED_PARTS, MOST_OF_FEED_NAME } from './calendar-feed.ts';
import { utilityBooking } from './utility-booking.ts';

const module = utilityBooking.code;
const include = z.array(z.object({ part: z.enum(FEED_PARTS) }));
export const feedSchema = z.object({
  id: idSchema,
  version: z.int(),
  name: z.string(),
  kind: z.enum(FEED_KINDS),
  owner: z.string(),
  own: z.boolean(),
  utilityId: z.string().nullable(),
  groupId: z.string().nullable(),
  include,
  alarm: z.enum(ALARMS),
  language: z.enum(LANGUAGES),
  createdAt: z.iso.datetime(),
  lastReadAt: z.iso.datetime().nullable(),
  reads: z.int(),
});
/** Includes the address, which is shown only once. */
const madeSchema = feedSchema.extend({ address: z.string().nullable() });

export const calendarFeeds = contract({
  method: 'get',
  path: '/calendar-feed',
  summary: "The caller's calendar feeds; with `all`, those of everybody in the project",
  module,
  query: z.strictObject({ all: z.enum(['0', '1']).optional() }),
  answer: z.array(feedSchema),
});

export const makeFeed = contract({
  method: 'post',
  path: '/calendar-feed',
  summary: 'Make a calendar to subscribe to; its address is shown this once',
  module,
  body: z.strictObject({
    kind: z.enum(FEED_KINDS),
    utilityId: idSchema.nullish(),
    groupId: idSchema.nullish(),
    name: fieldSchema({ kind: 'text', max: MOST_OF_FEED_NAME }).nullish(),
    include: include.max(FEED_PARTS.length).optional(),
    alarm: z.enum(ALARMS).optional(),
  }),
  answer: madeSchema,
});

export const renewFeed = contract({
  method: 'put',
  path: '/calendar-feed/:id/renew',
  summary: 'Give a feed of the caller another address; the one before ends at once',
  module,
  params: z.strictObject({ id: idSchema }),
  answer: madeSchema,
});

export const revokeFeed = contract({
  method: 'delete',
  path: '/calendar-feed/:id',
  summary: 'End a feed: its user may, and who holds updateStatus',
  module,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({ id: idSchema }),
});
