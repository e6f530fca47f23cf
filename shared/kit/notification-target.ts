/** The part of its screen that shows a record of a definition. */
export const partOf = ({ opens = '' }: { opens?: string }): Pick<Subject, 'part'> => {
  const part = new URLSearchParams(opens.split('?')[1]).get('part');
  return part ? { part } : {};
};

/** The subject of a notification, from which its link is made. */
export interface Subject {
  /** Permission module. */
  module: string;
  id: string;
  title: string;
  /** Day of a reminder (`2026-11-30`). */
  day?: string;
  /** Name of the person it is about. */
  person?: string;
  /** The part of the screen. */
  part?: string;
  /** Text of a message. */
  text?: string;
  /** Sent at any hour, even if turned off. */
  urgent?: true;
  /** Name of a definition: the notification tells of several of its records, and `id` is the bulk work on them. */
  many?: string;
}

const form =
  (route: string) =>
  ({ id }: Subject) =>
    `${route}?tab=all&id=${id}`;
/** Link to a list of forms with one opened. */
const forms =
  (route: string) =>
  ({ id }: Subject) =>
    `${route}?limit=20&page=1&tab=all&id=${id}`;

/** Lists of debt records by code prefix. */
const DEBT_PARTS: Readonly<Record<string, string>> = { HT: 'promises', KN: 'disputes', TG: 'plans' };

/** Lists of stock documents by code prefix; supplies have none. */
const STORE_PARTS: Readonly<Record<string, string>> = {
  'DM-': 'part=buy&',
  'KK-': 'part=counting&',
  'NK-': 'part=documents&',
  'XK-': 'part=documents&',
  'CK-': 'part=documents&',
  'DC-': 'part=documents&',
};

/** Link of a notification under /projects/:idUnitGroup/ (product.md 2, Notification click targets). */
const TARGETS: Readonly<Record<string, (subject: Subject) => string>> = {
  HELP_DESK: ({ id }) => `help-desk?helpDeskId=${id}`,
  MEMBER_COMMUNICATE: ({ id }) => `resident-communicate?id=${id}`,
  TASK: ({ id }) => `task/${id}`,
  ACCESS_MANAGEMENT: ({ id, part }) =>
    `access-management?${part ? `part=${part}&` : 'limit=20&page=1&'}tab=all&id=${id}`,
  INVENTORY_TRANSFER_MANAGEMENT: forms('inventory-transfer-management'),
  CONSTRUCTION_MANAGEMENT: forms('construction-management'),
  CARD_REGISTRATION_MANAGEMENT: forms('card-registration-management'),
  AMENITIES_ORDERS: ({ id }) => `amenities-orders/${id}`,
  MERCHANT_ORDER: ({ id }) => `amenities-merchant-orders/${id}`,
  ANNOUNCEMENT: form('announcement'),
  FEE_NOTICE: ({ id, part }) => (part ? `send-invoices?part=${part}&id=${id}` : `send-invoices?tab=all&id=${id}`),
  BILL: ({ id }) => `bill-add-auto?tab=all&id=${id}`,
  ACCOUNTING: ({ id, part }) => (part ? `billing/sync-receipt?tab=${part}` : `fast-sync?part=runs&id=${id}`),
  NEWS: ({ id }) => `news?tab=all&id=${id}`,
  POLL: ({ id }) => `polls?tab=all&id=${id}`,
  RECEIPT: ({ id }) => `statistics/receipt?receiptId=${id}`,
  DEBT_TRACKING: ({ id, title }) => `debt-tracking?part=${DEBT_PARTS[title.slice(0, 2)] ?? 'desk'}&id=${id}`,
  UNIT_ACCOUNT: ({ id }) => `statistics/apartment-account?unitId=${id}`,
  HELP_DESK_TYPE: ({ id }) => `configs-helpdesk-type?id=${id}`,
  NOTIFICATION: () => 'notifications',
  MAINTENANCE: ({ id, part }) =>
    part === 'my-day'
      ? 'maintenance-schedule?part=my-day'
      : part
        ? `config-maintenance-plan?part=${part}&tab=all&id=${id}`
        : `maintenance-schedule?tab=all&id=${id}`,
  BUDGET: form('budgets'),
  // Requests and deposits share a module; their codes begin differently.
  DEPOSIT: ({ id, title }) => `${title.startsWith('YCC-') ? 'deposit-request' : 'deposit'}?tab=all&id=${id}`,
  DEBT_COMPARISON: ({ id }) => `payment/debt-comparison?part=documents&tab=all&id=${id}`,
  ONLINE_TRANSACTION: form('online-transaction'),
  LOCK_DATE: () => 'configs-data-lock-date',
  WATCHLIST: ({ id }) => `access-management?part=watchlist&tab=all&id=${id}`,
  FUND: ({ id, title, part }) =>
    title.startsWith('CQ-') ? `fund-transfer?tab=all&id=${id}` : `configs-funds?${part ? `part=${part}&` : ''}id=${id}`,
  APPROVAL_REQUEST: ({ id, title }) =>
    title.startsWith('PD-') ? `approval-request?tab=all&id=${id}` : 'config-payment-method?part=approvals',
  CARD: ({ id, part }) => `card-warehouse?${part ? `part=${part}&` : ''}tab=all&id=${id}`,
  PARCEL: form('receive-package-management'),
  SHIFT_LOG: form('shift-log'),
  HANDOVER: ({ id, part }) => `${part ?? 'handover/unit'}?tab=all&id=${id}`,
  CONFERENCE: ({ id, part }) => `${part ?? 'conference'}?tab=all&id=${id}`,
  SUPPLY: ({ id, title }) => `supplies?${STORE_PARTS[title.slice(0, 3)] ?? ''}tab=all&id=${id}`,
  PARTNER: ({ id, day }) => `partner?${day ? 'part=contracts&' : ''}tab=all&id=${id}`,
  TECHNICAL_SYSTEM: ({ part }) => `technical-management?tabActiveKey=${part ?? 'MAINTENANCE'}`,
  E_INVOICE: ({ part }) =>
    part === 'config' ? 'billing/invoice-config' : `billing/invoice?part=${part ?? 'invoices'}`,
  UNIT_GROUP: ({ part }) => `configs-projects?part=${part ?? 'general'}`,
  RECONCILIATION: ({ part }) => `statistics/reconciliation?check=${part ?? ''}`,
  ASSET: ({ id }) => `asset?part=assets&tab=all&id=${id}`,
  MEMBER: ({ id }) => `members?id=${id}`,
  RENTAL_CONTRACT: ({ id, day }) =>
    day
      ? `rental-contracts?remindExpiredDateFrom=${day}&remindExpiredDateTo=${day}&status=ACTIVE,EXPIRED`
      : `rental-contracts?tab=all&id=${id}`,
};

/** Link of a notification in the residents' app. */
const RESIDENT_TARGETS: Readonly<Record<string, (id: string) => string>> = {
  HELP_DESK: id => `/requests/${id}`,
  MEMBER_COMMUNICATE: id => `/chat/${id}`,
  ACCESS_MANAGEMENT: id => `/guests/${id}`,
  PARCEL: id => `/parcels/${id}`,
  MERCHANT_ORDER: id => `/orders/${id}`,
  AMENITIES_ORDERS: id => `/bookings/${id}`,
  INVENTORY_TRANSFER_MANAGEMENT: id => `/moves/${id}`,
  CONSTRUCTION_MANAGEMENT: id => `/works/${id}`,
  CARD_REGISTRATION_MANAGEMENT: id => `/cards/${id}`,
  ANNOUNCEMENT: id => `/announcements/${id}`,
  NEWS: id => `/news/${id}`,
  POLL: id => `/polls/${id}`,
  FEE_NOTICE: id => `/bills/${id}`,
  BILL: id => `/bills/${id}`,
  DEBT_TRACKING: () => '/bills',
  DEBT_COMPARISON: id => `/comparisons/${id}`,
  DEPOSIT: id => `/deposits/${id}`,
  ONLINE_TRANSACTION: id => `/payments/${id}`,
  RECEIPT: id => `/papers/receipt.${id}`,
  HANDOVER: () => '/handover',
  CONFERENCE: id => `/meetings/${id}`,
};

/** Page of a notification in the residents' app, below `/resident`; its home page if there is none. */
export const residentTarget = ({ module, id }: Pick<Subject, 'module' | 'id'>): string =>
  RESIDENT_TARGETS[module]?.(id) ?? '/';

/** Page of a notification in the back office; the project's home page if its module has none. */
export function notificationTarget(projectId: string, subject: Subject): string {
  const path = TARGETS[subject.module]?.(subject);
  // Of several records the list is shown.
  const place = subject.many ? path?.split('?')[0]?.replace(`/${subject.id}`, '') : path;
  return `/projects/${projectId}${place ? `/${place}` : ''}`;
}
