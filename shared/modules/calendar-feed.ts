import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import { LANGUAGES } from '../kit/languages.ts';

/** What a feed is of: an amenity or a group for staff, their own bookings for residents. */
export const FEED_KINDS = ['AMENITY', 'GROUP', 'RESIDENT'] as const;
/** What a feed of an amenity or a group may show. */
export const FEED_PARTS = ['BOOKINGS', 'CLOSURES', 'PENDING'] as const;
/** When devices remind, by its minutes. */
export const FEED_ALARMS = { NONE: null, '15': 15, '60': 60, DAY: 1440 } as const;
export type FeedAlarm = keyof typeof FEED_ALARMS;
const ALARMS = ['NONE', '15', '60', 'DAY'] as const satisfies readonly FeedAlarm[];

/** A calendar that is subscribed to by its address. Kept like a record, so that events tell of it; it is read by its own routes alone. */
export const calendarFeed = defineModule({
  name: 'calendar-feed',
  code: 'AMENITIES_ORDERS',
  path: '/calendar-feed',
  title: 'name',
  flags: [],
  fields: {
    kind: { kind: 'choice', options: FEED_KINDS, required: true },
    utilityId: { kind: 'ref', to: 'utility' },
    groupId: { kind: 'ref', to: 'utility-group' },
    /** The household, of a resident's. */
    unitId: { kind: 'ref', to: 'unit', readOnly: true },
    userId: { kind: 'text', max: 24, readOnly: true },
    owner: { kind: 'text', max: 150, readOnly: true },
    name: { kind: 'text', max: 60 },
    include: { kind: 'lines', max: 3, of: { part: { kind: 'choice', options: FEED_PARTS, required: true } } },
    alarm: { kind: 'choice', options: ALARMS },
    language: { kind: 'choice', options: LANGUAGES, readOnly: true },
    /** Of the address, which is known to its calendars alone. */
    hash: { kind: 'text', max: 43, readOnly: true, detailOnly: true },
    lastReadAt: { kind: 'instant', readOnly: true },
    reads: { kind: 'integer', initial: 0, readOnly: true },
  },
  list: { columns: ['name'], sorts: ['createdAt'], defaultSort: '-createdAt', filters: [] },
});

export type CalendarFeed = DocOf<typeof calendarFeed>;
