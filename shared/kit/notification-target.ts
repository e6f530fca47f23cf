/** What a notification is about; its address is made from it. */
export interface Subject {
  /** Permission module. */
  module: string;
  id: string;
  title: string;
  /** The day that it is about (`2026-11-30`), of a reminder. */
  day?: string;
  /** Who it is about, by name. */
  person?: string;
}

const form =
  (route: string) =>
  ({ id }: Subject) =>
    `${route}?tab=all&id=${id}`;

/** Where a click on a notification leads, under /projects/:idUnitGroup/ (product.md 2, Notification click targets). */
const TARGETS: Readonly<Record<string, (subject: Subject) => string>> = {
  HELP_DESK: ({ id }) => `help-desk?helpDeskId=${id}`,
  MEMBER_COMMUNICATE: ({ id }) => `member-communicate?roomId=${id}`,
  TASK: ({ id }) => `task/${id}`,
  ACCESS_MANAGEMENT: form('access-management'),
  INVENTORY_TRANSFER_MANAGEMENT: form('inventory-transfer-management'),
  CONSTRUCTION_MANAGEMENT: form('construction-management'),
  CARD_REGISTRATION_MANAGEMENT: form('card-registration-management'),
  AMENITIES_ORDERS: ({ id }) => `amenities-orders/${id}`,
  MERCHANT_ORDER: ({ id }) => `amenities-merchant-orders/${id}`,
  ANNOUNCEMENT: form('announcement'),
  FEE_NOTICE: form('send-invoices'),
  PARCEL: form('receive-package-management'),
  SHIFT_LOG: form('shift-log'),
  MEMBER: ({ id }) => `members?id=${id}`,
  RENTAL_CONTRACT: ({ id, day }) =>
    day
      ? `rental-contract?remindExpiredDateFrom=${day}&remindExpiredDateTo=${day}&status=ACTIVE,EXPIRED`
      : `rental-contract?tab=all&id=${id}`,
};

/** Where a notification leads in the residents' app. */
const RESIDENT_TARGETS: Readonly<Record<string, (id: string) => string>> = {
  HELP_DESK: id => `/requests/${id}`,
  MEMBER_COMMUNICATE: id => `/chat/${id}`,
  ACCESS_MANAGEMENT: id => `/guests/${id}`,
  PARCEL: () => '/parcels',
  MERCHANT_ORDER: id => `/services/${id}`,
  AMENITIES_ORDERS: id => `/amenities/booking-${id}`,
  INVENTORY_TRANSFER_MANAGEMENT: id => `/moves/${id}`,
  CONSTRUCTION_MANAGEMENT: id => `/works/${id}`,
  CARD_REGISTRATION_MANAGEMENT: id => `/cards/${id}`,
  ANNOUNCEMENT: id => `/notices/announcement-${id}`,
  FEE_NOTICE: () => '/fees',
};

/** The page of a notification in the residents' app, below `/resident`; its start where the app has none. */
export const residentTarget = (module: string, id: string): string => RESIDENT_TARGETS[module]?.(id) ?? '/';

/** The page of a notification in the back office; the start of the project where its module has no page. */
export function notificationTarget(projectId: string, subject: Subject): string {
  const path = TARGETS[subject.module]?.(subject);
  return `/projects/${projectId}${path ? `/${path}` : ''}`;
}
