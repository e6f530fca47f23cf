import { defineModule } from '@lobby/shared/kit/define-module.ts';
import type { DocOf } from '@lobby/shared/kit/definition.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import {
  ALARMS,
  CALENDAR_FEED,
  FEED_KINDS,
  FEED_PARTS,
  MOST_OF_FEED_NAME,
} from '@lobby/shared/modules/calendar-feed.ts';

/** A calendar subscription. Stored as a record, so that it has events; read only by its own routes. */
export const calendarFeed = defineModule({
  ...CALENDAR_FEED,
  code: 'AMENITIES_ORDERS',
  title: 'name',
  flags: [],
  fields: {
    kind: { kind: 'choice', options: FEED_KINDS, required: true },
    utilityId: { kind: 'ref', to: 'utility' },
    groupId: { kind: 'ref', to: 'utility-group' },
    /** Household of a resident's feed. */
    unitId: { kind: 'ref', to: 'unit', readOnly: true },
    userId: { kind: 'text', max: 24, readOnly: true },
    owner: { kind: 'text', max: 150, readOnly: true },
    name: { kind: 'text', max: MOST_OF_FEED_NAME },
    include: { kind: 'lines', max: 3, of: { part: { kind: 'choice', options: FEED_PARTS, required: true } } },
    alarm: { kind: 'choice', options: ALARMS },
    language: { kind: 'choice', options: LANGUAGES, readOnly: true },
    /** Hash of the token in the address; the token itself is not stored. */
    hash: { kind: 'text', max: 43, readOnly: true, detailOnly: true },
    lastReadAt: { kind: 'instant', readOnly: true },
    reads: { kind: 'integer', initial: 0, readOnly: true },
  },
  list: { columns: ['name'], sorts: ['createdAt'], defaultSort: '-createdAt', filters: [] },
});

export type CalendarFeed = DocOf<typeof calendarFeed>;
