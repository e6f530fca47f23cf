import { defineModule } from '@lobby/shared/kit/define-module.ts';
import type { DocOf } from '@lobby/shared/kit/definition.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { ALARMS, CALENDAR_FEED, FEED_KINDS, FEED_PARTS } from '@lobby/shared/modules/calendar-feed.ts';

/** A calendar that is subscribed to by its address. Kept like a record, so that events tell of it; it is read by its own routes alone. */
export const calendarFeed = defineModule({
  ...CALENDAR_FEED,
  code: 'AMENITIES_ORDERS',
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
