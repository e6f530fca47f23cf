/** The menu of the specification (product.md 2): group -> entries; an entry is a permission module and its route. */
export interface MenuEntry {
  key: string;
  module: string;
  route: string;
  badge?: string;
  /** The record that its screen makes: the palette offers that from anywhere. */
  makes?: string;
}
export interface MenuGroup {
  key: string;
  icon: 'home' | 'calculator' | 'life-buoy' | 'wrench' | 'layers' | 'sliders';
  entries: readonly MenuEntry[];
}

/** What has landed; the order of the specification. */
export const MENU: readonly MenuGroup[] = [
  {
    key: 'memberUnit',
    icon: 'home',
    entries: [
      { key: 'units', module: 'UNIT', route: 'units', makes: 'unit' },
      { key: 'members', module: 'MEMBER', route: 'members', makes: 'resident' },
      { key: 'documents', module: 'DOCUMENT', route: 'documents', makes: 'document' },
      {
        key: 'rentalContracts',
        module: 'RENTAL_CONTRACT',
        route: 'rental-contract',
        badge: 'RENTAL_CONTRACT',
        makes: 'rental-contract',
      },
    ],
  },
  {
    key: 'customerService',
    icon: 'life-buoy',
    entries: [
      { key: 'helpDesk', module: 'HELP_DESK', route: 'help-desk', badge: 'HELP_DESK', makes: 'ticket' },
      { key: 'helpDeskType', module: 'HELP_DESK_TYPE', route: 'configs-helpdesk-type', makes: 'ticket-type' },
    ],
  },
  {
    key: 'operations',
    icon: 'wrench',
    entries: [
      { key: 'partners', module: 'PARTNER', route: 'partner', makes: 'partner' },
      { key: 'activity', module: 'ACTIVITY', route: 'activity' },
    ],
  },
  {
    key: 'system',
    icon: 'sliders',
    entries: [
      { key: 'projects', module: 'UNIT_GROUP', route: 'configs-projects' },
      { key: 'locations', module: 'LOCATION', route: 'configs-location' },
      { key: 'authorization', module: 'AUTHORIZATION', route: 'configs-authorization' },
      { key: 'staffs', module: 'EMPLOYEE', route: 'staffs', makes: 'employee' },
      { key: 'labels', module: 'LABEL', route: 'configs-labels', makes: 'label' },
      { key: 'workSchedules', module: 'WORK_SCHEDULE', route: 'configs-work-schedules' },
    ],
  },
];
