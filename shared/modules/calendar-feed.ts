/** How calendars that are subscribed to are called, and where they are asked for. */
export const CALENDAR_FEED = { name: 'calendar-feed', path: '/calendar-feed' } as const;
/** What a feed is of: an amenity or a group for staff, their own bookings for residents. */
export const FEED_KINDS = ['AMENITY', 'GROUP', 'RESIDENT'] as const;
/** What a feed of an amenity or a group may show. */
export const FEED_PARTS = ['BOOKINGS', 'CLOSURES', 'PENDING'] as const;
/** When devices remind, by its minutes. */
export const FEED_ALARMS = { NONE: null, '15': 15, '60': 60, DAY: 1440 } as const;
export type FeedAlarm = keyof typeof FEED_ALARMS;
export const ALARMS = ['NONE', '15', '60', 'DAY'] as const satisfies readonly FeedAlarm[];
