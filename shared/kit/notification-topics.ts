/** How somebody is told of something: in the product's list, on a device that is not looking at it, by mail. */
export const CHANNELS = ['app', 'push', 'mail'] as const;
export type Channel = (typeof CHANNELS)[number];

/** What people may choose to be told of, and in which ways they may turn it off; the list of a mention always comes. */
export const TOPICS = {
  membership: ['mail'],
  assigned: ['app', 'push'],
  mention: ['push'],
  message: ['app', 'push'],
  new: ['app', 'push'],
  progress: ['app', 'push'],
  due: ['app', 'push'],
  reminder: ['app', 'push'],
  announcements: ['app', 'push', 'mail'],
  news: ['app', 'push'],
  fees: ['app', 'push'],
  gate: ['app', 'push'],
  report: ['mail'],
} as const satisfies Record<string, readonly Channel[]>;
export type Topic = keyof typeof TOPICS;

/** Every kind of notification and its topic, null where it always comes; its words are `notification:types.<kind>` in five languages. */
export const NOTIFICATION_TYPES = {
  HELP_DESK_NEW: 'new',
  HELP_DESK_RATED: 'progress',
  HELP_DESK_ASSIGNED: 'assigned',
  HELP_DESK_DEFAULT_UNFIT: 'due',
  HELP_DESK_WARNED: 'due',
  HELP_DESK_BREACHED: 'due',
  HELP_DESK_OVERDUE: 'due',
  HELP_DESK_RETURNED: 'assigned',
  HELP_DESK_MESSAGE: 'message',
  HELP_DESK_CREATED: 'progress',
  HELP_DESK_APPROVED: 'progress',
  HELP_DESK_PROCESSING: 'progress',
  HELP_DESK_COMPLETED: 'progress',
  HELP_DESK_REJECTED: 'progress',
  HELP_DESK_EXPIRED: 'progress',
  HELP_DESK_REOPENED: 'progress',
  HELP_DESK_REOPENED_AGAIN: 'due',
  HELP_DESK_TASKS_DONE: 'progress',
  HELP_DESK_NOTE: 'message',
  RENTAL_CONTRACT_EXPIRING: 'reminder',
  PARTNER_CONTRACT_ENDING: 'reminder',
  PARTNER_BLOCKED: 'progress',
  SUPPLY_LOW: 'due',
  STOCK_DOCUMENT_CANCELLED: 'progress',
  PURCHASE_REQUEST_SENT: 'new',
  PURCHASE_REQUEST_APPROVED: 'progress',
  PURCHASE_REQUEST_REJECTED: 'progress',
  PURCHASE_REQUEST_RECEIVED: 'progress',
  PURCHASE_REQUEST_CLOSED: 'progress',
  PURCHASE_REQUEST_CANCELLED: 'progress',
  PURCHASE_REQUEST_LATE: 'due',
  RESIDENT_PAPERS_ENDING: 'reminder',
  MSG_NEW: 'message',
  MSG_ASSIGNED: 'assigned',
  MSG_MENTION: 'mention',
  MSG_LATE: 'due',
  HELP_DESK_MENTION: 'mention',
  REQUEST_COMMENT: 'message',
  REQUEST_MENTION: 'mention',
  REQUEST_ASSIGNED: 'assigned',
  REQUEST_TO_APPROVE: 'assigned',
  REQUEST_MEMBER: 'assigned',
  REQUEST_APPROVED: 'progress',
  REQUEST_REJECTED: 'progress',
  REQUEST_COMPLETED: 'progress',
  REQUEST_CANCELLED: 'progress',
  REQUEST_RATED: 'progress',
  REQUEST_STARTED: 'progress',
  REQUEST_HELD: 'progress',
  REQUEST_RECEIVED: 'progress',
  REQUEST_DUE_SOON: 'due',
  REQUEST_OVERDUE: 'due',
  REQUEST_EXPIRED: 'due',
  VISITOR_WAITING: 'new',
  VISITOR_CREATED: 'progress',
  VISITOR_APPROVED: 'progress',
  VISITOR_REJECTED: 'progress',
  VISITOR_CANCELLED: 'progress',
  ELEVATOR_RESERVATION_WAITING: 'new',
  ELEVATOR_RESERVATION_CREATED: 'progress',
  ELEVATOR_RESERVATION_APPROVED: 'progress',
  ELEVATOR_RESERVATION_REJECTED: 'progress',
  ELEVATOR_RESERVATION_CANCELLED: 'progress',
  ELEVATOR_RESERVATION_IN_PROGRESS: 'progress',
  ELEVATOR_RESERVATION_COMPLETED: 'progress',
  CONSTRUCTION_REGISTRATION_WAITING: 'new',
  CONSTRUCTION_REGISTRATION_CREATED: 'progress',
  CONSTRUCTION_REGISTRATION_APPROVED: 'progress',
  CONSTRUCTION_REGISTRATION_REJECTED: 'progress',
  CONSTRUCTION_REGISTRATION_CANCELLED: 'progress',
  CONSTRUCTION_REGISTRATION_IN_PROGRESS: 'progress',
  CONSTRUCTION_REGISTRATION_COMPLETED: 'progress',
  CARD_REGISTRATION_WAITING: 'new',
  CARD_REGISTRATION_CREATED: 'progress',
  CARD_REGISTRATION_APPROVED: 'progress',
  CARD_REGISTRATION_REJECTED: 'progress',
  CARD_REGISTRATION_CANCELLED: 'progress',
  CARD_REGISTRATION_IN_PROGRESS: 'progress',
  CARD_REGISTRATION_COMPLETED: 'progress',
  CARD_REGISTRATION_READY: 'reminder',
  VISITOR_RECEIVED: 'gate',
  VISITOR_ARRIVED: 'gate',
  VISITOR_LEFT: 'gate',
  VISITOR_ASK: 'gate',
  VISITOR_ANSWERED: 'progress',
  ELEVATOR_RESERVATION_CHANGED: 'progress',
  ELEVATOR_RESERVATION_CONFLICT: 'progress',
  ELEVATOR_RESERVATION_CONFLICT_OVER: 'progress',
  ELEVATOR_RESERVATION_REMINDER: 'reminder',
  CONSTRUCTION_REGISTRATION_STOPPED: 'progress',
  CONSTRUCTION_REGISTRATION_RESUMED: 'progress',
  CONSTRUCTION_REGISTRATION_EXTENDED: 'progress',
  CONSTRUCTION_REGISTRATION_ENDING: 'reminder',
  CONSTRUCTION_REGISTRATION_LATE: 'due',
  CONSTRUCTION_REGISTRATION_HANDED_IN: 'progress',
  DEPOSIT_DUE: 'progress',
  DEPOSIT_RECEIVED: 'progress',
  DEPOSIT_CONFIRMED: 'progress',
  DEPOSIT_REFUNDED: 'progress',
  DEPOSIT_PROOF: 'new',
  DEPOSIT_OVERDUE: 'reminder',
  DEPOSIT_TO_GIVE_BACK: 'due',
  APPROVAL_ASSIGNED: 'assigned',
  APPROVAL_HANDED_ON: 'progress',
  APPROVAL_OVERDUE: 'due',
  APPROVAL_UNANSWERED: null,
  BOOKING_NEW: 'new',
  BOOKING_CREATED: 'progress',
  BOOKING_APPROVED: 'progress',
  BOOKING_REJECTED: 'progress',
  BOOKING_CANCELLED: 'progress',
  BOOKING_BEGUN: 'progress',
  BOOKING_PAID: 'progress',
  BOOKING_REFUNDED: 'progress',
  BOOKING_COMPLETED: 'progress',
  BOOKING_MOVED: 'progress',
  BOOKING_LAPSING: 'due',
  BOOKING_LAPSED: 'progress',
  WAITLIST_OFFER: 'progress',
  WAITLIST_EXPIRED: 'progress',
  WAITLIST_OVER: 'progress',
  BOOKING_NO_SHOW: 'progress',
  BOOKING_SHOWN: 'progress',
  UNIT_BANNED: 'progress',
  UNIT_BAN_ENDED: 'progress',
  MERCHANT_ORDER_MESSAGE: 'message',
  MERCHANT_ORDER_NEW: 'new',
  MERCHANT_ORDER_PENDING: 'progress',
  MERCHANT_ORDER_FINDING_INSTALLER: 'progress',
  MERCHANT_ORDER_REJECTED_BY_INSTALLER: 'progress',
  MERCHANT_ORDER_NO_INSTALLER_FOUND: 'new',
  MERCHANT_ORDER_ACCEPTED: 'progress',
  MERCHANT_ORDER_RESCHEDULED: 'progress',
  MERCHANT_ORDER_ASSIGNED_TO_EMPLOYEE: 'progress',
  MERCHANT_ORDER_IN_PROCESS: 'progress',
  MERCHANT_ORDER_EMPLOYEE_ON_THE_WAY: 'progress',
  MERCHANT_ORDER_EMPLOYEE_WORKING: 'progress',
  MERCHANT_ORDER_EMPLOYEE_FINISHED: 'progress',
  MERCHANT_ORDER_RESIDENT_CONFIRMED: 'progress',
  MERCHANT_ORDER_COMPLETED: 'progress',
  MERCHANT_ORDER_RATED: 'progress',
  MERCHANT_ORDER_WARRANTY_REQUESTED: 'new',
  MERCHANT_ORDER_CANCELLED: 'progress',
  MERCHANT_ORDER_CANCELLED_BY_RESIDENT: 'progress',
  VISITOR_OVERSTAY: 'due',
  CARD_GIVEN: 'gate',
  CARD_LOCKED: 'gate',
  CARD_EXPIRING: 'reminder',
  VEHICLE_STOPPED: 'gate',
  VEHICLE_STARTED: 'gate',
  PARCEL_RECEIVED: 'gate',
  PARCEL_REMINDER: 'gate',
  PARCEL_HANDED_OVER: 'gate',
  PARCEL_RETURNED: 'gate',
  PARCEL_LOST: 'gate',
  PARCEL_MISTAKEN: 'gate',
  SHIFT_HANDED_OVER: 'assigned',
  ANNOUNCEMENT: 'announcements',
  NEWS_PUBLISHED: 'news',
  POLL_OPENED: 'news',
  POLL_ENDING: 'news',
  POLL_CANCELLED: 'news',
  POLL_CLOSED: 'progress',
  BILLING_RUN_DONE: 'progress',
  FEE_NOTICE: 'fees',
  FEE_REMINDER: 'fees',
  BILL_ADJUSTED: 'fees',
  RECEIPT_MADE: 'fees',
  RECEIPT_CANCELLED: 'fees',
  ONLINE_REFUNDED: 'fees',
  ONLINE_CANCELLED: 'fees',
  DEBT_PROMISE_MADE: 'progress',
  DEBT_PROMISE_BROKEN: 'due',
  DEBT_DISPUTE_OPENED: 'new',
  DEBT_DISPUTE_UPHELD: 'fees',
  DEBT_DISPUTE_REJECTED: 'fees',
  INSTALMENT_PLAN_PROPOSED: 'new',
  INSTALMENT_PLAN_ACCEPTED: 'fees',
  INSTALMENT_PLAN_DECLINED: 'fees',
  INSTALMENT_PLAN_COMPLETED: 'fees',
  INSTALMENT_PLAN_DEFAULTED: 'fees',
  TECHNICAL_MAINTENANCE_DUE: 'reminder',
  TECHNICAL_MAINTENANCE_OVERDUE: 'due',
  TECHNICAL_INSPECTION_DUE: 'reminder',
  TECHNICAL_INSPECTION_OVERDUE: 'due',
  ASSET_DUE: 'reminder',
  ASSET_OVERDUE: 'due',
} as const satisfies Record<string, Topic | null>;
export type NotificationType = keyof typeof NOTIFICATION_TYPES;

export const topicsBy = (channel: Channel): Topic[] =>
  (Object.keys(TOPICS) as Topic[]).filter(topic => (TOPICS[topic] as readonly Channel[]).includes(channel));

/** The topics that concern somebody: only staff are given work, only residents wait for it. */
export const topicsOf = (kind: 'staff' | 'resident'): Topic[] =>
  kind === 'staff'
    ? ['membership', 'assigned', 'mention', 'message', 'new', 'progress', 'due', 'reminder', 'fees', 'report']
    : ['membership', 'message', 'progress', 'reminder', 'announcements', 'news', 'fees', 'gate'];

/** How an alert is called on a device, by the permission module that it is about (rules.md 9); a module without one is a page. */
const PUSH_TYPES = {
  HELP_DESK: 'HELP_DESK',
  HELP_DESK_TYPE: 'HELP_DESK',
  MEMBER_COMMUNICATE: 'MSG',
  TASK: 'REQUEST',
  AMENITIES_ORDERS: 'UTILITY_BOOKING',
  MERCHANT_ORDER: 'UTILITY_BOOKING',
  ACCESS_MANAGEMENT: 'VISITOR',
  INVENTORY_TRANSFER_MANAGEMENT: 'ELEVATOR_RESERVATION',
  CONSTRUCTION_MANAGEMENT: 'CONSTRUCTION_REGISTRATION',
  CARD_REGISTRATION_MANAGEMENT: 'CARD_REGISTRATION',
  FEE_NOTICE: 'PAYMENT',
  PAYMENT: 'PAYMENT',
  RECEIPT: 'PAYMENT',
  ONLINE_TRANSACTION: 'PAYMENT',
  PAYSLIP: 'PAYMENT',
  UNIT_ACCOUNT: 'PAYMENT',
  DEPOSIT: 'PAYMENT',
  DEBT_COMPARISON: 'PAYMENT',
  DEBT_TRACKING: 'PAYMENT',
  BANK_STATEMENT: 'PAYMENT',
  ANNOUNCEMENT: 'ANNOUNCEMENT',
  NEWS: 'NEWS',
  POLL: 'POLL',
  RENTAL_CONTRACT: 'RENTAL_CONTRACT',
  PARCEL: 'RECEIVE_PACKAGE',
  NOTIFICATION: 'SYSTEM',
} as const;
export type PushType = (typeof PUSH_TYPES)[keyof typeof PUSH_TYPES] | 'WEBVIEW';

/** The push types there are. */
export const ALL_PUSH_TYPES: readonly PushType[] = [...new Set<PushType>([...Object.values(PUSH_TYPES), 'WEBVIEW'])];

export const pushTypeOf = (module: string): PushType =>
  (PUSH_TYPES as Readonly<Record<string, PushType>>)[module] ?? 'WEBVIEW';

/** The permission modules of the push types named. */
export const modulesOfTypes = (types: readonly string[]): { named: string[]; others: string[] | null } => ({
  named: Object.entries(PUSH_TYPES).flatMap(([module, type]) => (types.includes(type) ? [module] : [])),
  others: types.includes('WEBVIEW') ? Object.keys(PUSH_TYPES) : null,
});

/** When somebody wants no alerts on their devices: outside their shifts or hours of their own; of residents the project's hours or their own. */
export const QUIET_MODES = { staff: ['SHIFT', 'OWN', 'NEVER'], resident: ['PROJECT', 'OWN'] } as const;
export type QuietMode = 'SHIFT' | 'OWN' | 'NEVER' | 'PROJECT';
export interface Quiet {
  mode: QuietMode;
  /** `HH:mm`, with OWN. */
  from?: string | null | undefined;
  to?: string | null | undefined;
}
export const QUIET_DEFAULT = { staff: { mode: 'SHIFT' }, resident: { mode: 'PROJECT' } } as const satisfies Record<
  string,
  Quiet
>;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Whether a time of day lies in a span, which may pass midnight. */
export function isWithin(time: string, from: string, to: string): boolean {
  const [now, begin, end] = [time, from, to].map(minutesOf) as [number, number, number];
  return begin <= end ? now >= begin && now < end : now >= begin || now < end;
}

/** What was turned off, by channel. */
export interface Choices {
  mailOff: readonly string[];
  appOff: readonly string[];
  pushOff: readonly string[];
  /** Alerts name only that there is something. */
  hideText: boolean;
  quiet: Quiet | null;
}
