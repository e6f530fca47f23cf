/** Push type of a notification by permission module (rules.md 9); other modules are WEBVIEW. */
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

export const ALL_PUSH_TYPES: readonly PushType[] = [...new Set<PushType>([...Object.values(PUSH_TYPES), 'WEBVIEW'])];

export const pushTypeOf = (module: string): PushType =>
  (PUSH_TYPES as Readonly<Record<string, PushType>>)[module] ?? 'WEBVIEW';

/** Permission modules of push types; `others` is set if WEBVIEW is included, for all modules not listed. */
export const modulesOfTypes = (types: readonly string[]): { named: string[]; others: string[] | null } => ({
  named: Object.entries(PUSH_TYPES).flatMap(([module, type]) => (types.includes(type) ? [module] : [])),
  others: types.includes('WEBVIEW') ? Object.keys(PUSH_TYPES) : null,
});
