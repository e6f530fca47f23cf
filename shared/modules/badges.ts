/** The badge counters of the specification (product.md 3); always present, 0 if nothing is pending or visible. */
export const BADGES = [
  'TASK',
  'HELP_DESK',
  'RESIDENT_COMMUNICATE',
  'MEMBER_COMMUNICATE',
  'AMENITIES_ORDERS',
  'ACCESS_MANAGEMENT',
  'INVENTORY_TRANSFER_MANAGEMENT',
  'CONSTRUCTION_MANAGEMENT',
  'NOTIFICATION',
  'CARD_REGISTRATION_MANAGEMENT',
  'RENTAL_CONTRACT',
] as const;
