/** How somebody is told of something: in the product's list, on a device that is not looking at it, by mail. */
export const CHANNELS = ['app', 'push', 'mail'] as const;
export type Channel = (typeof CHANNELS)[number];

/** What people may choose to be told of, and how each can come; what an account needs is not among them. */
export const TOPICS = {
  membership: ['mail'],
  request: ['app', 'push'],
  assigned: ['app', 'push'],
  mention: ['app', 'push'],
  message: ['app', 'push'],
  reminder: ['app', 'push'],
  work: ['app', 'push'],
  progress: ['app', 'push'],
  news: ['app', 'push', 'mail'],
} as const satisfies Record<string, readonly Channel[]>;
export type Topic = keyof typeof TOPICS;

/** Every kind of notification and its topic, null where it always comes; its words are `notification:types.<kind>` in five languages. */
export const NOTIFICATION_TYPES = {
  HELP_DESK_NEW: 'request',
  HELP_DESK_RATED: 'request',
  HELP_DESK_ASSIGNED: 'assigned',
  HELP_DESK_ASSIGNEE_UNFIT: null,
  HELP_DESK_DUE_SOON: 'reminder',
  HELP_DESK_ANSWER_LATE: 'reminder',
  HELP_DESK_LATE: 'reminder',
  HELP_DESK_RETURNED: 'assigned',
  HELP_DESK_MESSAGE: 'message',
  HELP_DESK_CREATED: 'progress',
  HELP_DESK_APPROVED: 'progress',
  HELP_DESK_PROCESSING: 'progress',
  HELP_DESK_COMPLETED: 'progress',
  HELP_DESK_REJECTED: 'progress',
  HELP_DESK_EXPIRED: 'progress',
  RENTAL_CONTRACT_EXPIRING: 'reminder',
  RESIDENT_PAPERS_ENDING: 'reminder',
  ROOM_MESSAGE: 'message',
  ROOM_ANSWER: 'message',
  ROOM_ASSIGNED: 'assigned',
  MENTIONED: 'mention',
  TASK_MESSAGE: 'work',
  TASK_ASSIGNED: 'assigned',
  TASK_TO_APPROVE: 'assigned',
  TASK_MEMBER: 'assigned',
  TASK_APPROVED: 'work',
  TASK_REJECTED: 'work',
  TASK_COMPLETED: 'work',
  TASK_CANCELLED: 'work',
  TASK_RATED: 'work',
  TASK_OVERDUE: 'reminder',
  FORM_NEW: 'request',
  APPROVAL_ASSIGNED: 'assigned',
  APPROVAL_OVERDUE: 'reminder',
  APPROVAL_UNANSWERED: null,
  FORM_CREATED: 'progress',
  FORM_APPROVED: 'progress',
  FORM_REJECTED: 'progress',
  FORM_CANCELLED: 'progress',
  FORM_IN_PROGRESS: 'progress',
  FORM_COMPLETED: 'progress',
  FORM_STOPPED: 'progress',
  FORM_HANDED_IN: 'progress',
  UTILITY_BOOKING_NEW: 'request',
  UTILITY_BOOKING_CREATED: 'progress',
  UTILITY_BOOKING_APPROVED: 'progress',
  UTILITY_BOOKING_REJECTED: 'progress',
  UTILITY_BOOKING_CANCELLED: 'progress',
  UTILITY_BOOKING_BEGUN: 'progress',
  UTILITY_BOOKING_PAID: 'progress',
  UTILITY_BOOKING_REFUNDED: 'progress',
  UTILITY_BOOKING_COMPLETED: 'progress',
  UTILITY_BOOKING_OFFERED: 'progress',
  UTILITY_BOOKING_NO_SHOW: 'progress',
  MERCHANT_ORDER_NEW: 'request',
  MERCHANT_ORDER_CREATED: 'progress',
  MERCHANT_ORDER_MOVED: 'progress',
  MERCHANT_ORDER_FINISHED: 'progress',
  MERCHANT_ORDER_CANCELLED: 'progress',
  MERCHANT_ORDER_DECLINED: 'request',
  MERCHANT_ORDER_RATED: 'request',
  MERCHANT_ORDER_WARRANTY: 'request',
  VISITOR_OVERSTAY: 'reminder',
  CARD_GIVEN: 'progress',
  CARD_LOCKED: 'progress',
  VEHICLE_STOPPED: 'progress',
  VEHICLE_STARTED: 'progress',
  PARCEL_RECEIVED: 'progress',
  PARCEL_WAITING: 'progress',
  PARCEL_HANDED_OVER: 'progress',
  SHIFT_HANDED_OVER: 'assigned',
  ANNOUNCEMENT: 'news',
  FEE_NOTICE: 'progress',
  FEE_REMINDER: 'progress',
} as const satisfies Record<string, Topic | null>;
export type NotificationType = keyof typeof NOTIFICATION_TYPES;

export const topicsBy = (channel: Channel): Topic[] =>
  (Object.keys(TOPICS) as Topic[]).filter(topic => (TOPICS[topic] as readonly Channel[]).includes(channel));

/** The topics that concern somebody: only staff are given work, only residents wait for it. */
export const topicsOf = (kind: 'staff' | 'resident'): Topic[] =>
  kind === 'staff'
    ? ['membership', 'request', 'assigned', 'work', 'mention', 'message', 'reminder']
    : ['membership', 'message', 'progress', 'news'];

/** What was turned off, by channel. */
export interface Choices {
  mailOff: readonly string[];
  appOff: readonly string[];
  pushOff: readonly string[];
}
