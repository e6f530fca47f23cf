interface HomeCard {
  key: string;
  count: number;
  state: 'waits' | 'quiet';
  text: string;
  url: string;
}
export interface Arrival {
  kind: 'parcel' | 'guest' | 'booking';
  id: string;
  name: string;
  status: string;
  at: string | null;
  until: string | null;
  count: number;
  detail: string;
}
export interface HomeItem {
  kind: 'news' | 'announcement';
  id: string;
  title: string;
  at: string;
  summary: string;
  category: string;
  image: string | null;
}
export interface HomePage {
  owed: number;
  /** Months in arrears; `interest`: only late interest is left. */
  owes: { month: string; left: number; dueDate: string | null; interest: boolean }[];
  today: Arrival[];
  cards: HomeCard[];
  meeting: {
    id: string;
    name: string;
    startAt: string;
    venue: string | null;
    running: boolean;
    attendance: string | null;
    votes: number;
  } | null;
  /** The coming handover of the home. */
  handover: {
    status: string;
    at: string | null;
    place: string | null;
    confirmed: boolean;
    until: string | null;
  } | null;
  /** Urgent announcements that the reader has not acknowledged. */
  urgent?: { id: string; title: string; content: string; at: string }[];
  told: HomeItem[];
}

/** Modules whose events change the home page. */
export const HOME_MODULES = [
  'HELP_DESK',
  'ACCESS_MANAGEMENT',
  'PARCEL',
  'BILL',
  'INVENTORY_TRANSFER_MANAGEMENT',
  'CONSTRUCTION_MANAGEMENT',
  'CARD_REGISTRATION_MANAGEMENT',
  'POLL',
  'MEMBER_COMMUNICATE',
  'AMENITIES_ORDERS',
  'NEWS',
  'ANNOUNCEMENT',
  'CONFERENCE',
  'HANDOVER',
];
