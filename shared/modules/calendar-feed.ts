/** Name and API path of calendar feeds. */
export const CALENDAR_FEED = { name: 'calendar-feed', path: '/calendar-feed' } as const;
/** Subjects of feeds: an amenity or a group for staff, their own bookings for residents. */
export const FEED_KINDS = ['AMENITY', 'GROUP', 'RESIDENT'] as const;
/** Contents of the feed of an amenity or a group. */
export const FEED_PARTS = ['BOOKINGS', 'CLOSURES', 'PENDING'] as const;
/** Reminders of calendar events, in minutes before. */
export const FEED_ALARMS = { NONE: null, '15': 15, '60': 60, DAY: 1440 } as const;
export type FeedAlarm = keyof typeof FEED_ALARMS;
export const ALARMS = ['NONE', '15', '60', 'DAY'] as const satisfies readonly FeedAlarm[];
