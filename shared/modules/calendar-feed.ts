export const CALENDAR_FEED = { name: 'calendar-feed', path: '/calendar-feed' } as const;
/** Subject of a feed: an amenity or a group (staff), or own bookings (residents). */
export const FEED_KINDS = ['AMENITY', 'GROUP', 'RESIDENT'] as const;
/** Content of an amenity's or group's feed. */
export const FEED_PARTS = ['BOOKINGS', 'CLOSURES', 'PENDING'] as const;
/** Reminder before a calendar event, in minutes. */
export const FEED_ALARMS = { NONE: null, '15': 15, '60': 60, DAY: 1440 } as const;
export type FeedAlarm = keyof typeof FEED_ALARMS;
export const ALARMS = ['NONE', '15', '60', 'DAY'] as const satisfies readonly FeedAlarm[];
/** Maximum length of a feed's name. */
export const MOST_OF_FEED_NAME = 60;
