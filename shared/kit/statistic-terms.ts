/** The nouns of statistics with the module and the records that each is counted of; apart from `statistics.ts`, as every first load needs them. */
export const STATISTIC_NOUNS = {
  unit: { module: 'UNIT', entity: 'unit' },
  member: { module: 'MEMBER', entity: 'resident' },
  'rental-contract': { module: 'RENTAL_CONTRACT', entity: 'rental-contract' },
  document: { module: 'DOCUMENT', entity: 'document' },
  employee: { module: 'EMPLOYEE', entity: 'employee' },
  'help-desk': { module: 'HELP_DESK', entity: 'ticket' },
  task: { module: 'TASK', entity: 'task' },
  announcement: { module: 'ANNOUNCEMENT', entity: 'announcement' },
  news: { module: 'NEWS', entity: 'news' },
  poll: { module: 'POLL', entity: 'poll' },
  visitor: { module: 'ACCESS_MANAGEMENT', entity: 'visitor' },
  'elevator-reservation': { module: 'INVENTORY_TRANSFER_MANAGEMENT', entity: 'elevator-reservation' },
  'construction-registration': { module: 'CONSTRUCTION_MANAGEMENT', entity: 'construction-registration' },
  'card-registration': { module: 'CARD_REGISTRATION_MANAGEMENT', entity: 'card-registration' },
  card: { module: 'CARD', entity: 'card' },
  vehicle: { module: 'CARD', entity: 'vehicle' },
  parcel: { module: 'PARCEL', entity: 'parcel' },
  'shift-log': { module: 'SHIFT_LOG', entity: 'shift-log' },
  asset: { module: 'ASSET', entity: 'asset' },
  supply: { module: 'SUPPLY', entity: 'supply' },
  partner: { module: 'PARTNER', entity: 'partner' },
  'technical-system': { module: 'TECHNICAL_SYSTEM', entity: 'device' },
  maintenance: { module: 'MAINTENANCE', entity: 'maintenance' },
} as const satisfies Record<string, { module: string; entity: string }>;

/** The modules whose figures somebody may be shown. */
export const STATISTIC_MODULES: readonly string[] = [
  ...new Set(Object.values(STATISTIC_NOUNS).map(({ module }) => module)),
];

/** Nouns of money: counted by the books, each on a screen of its own. */
const BOOKED: readonly string[] = ['receipt'];

/** The noun that the records of a definition are counted under. */
export const statisticNoun = (entity: string): string | undefined =>
  Object.entries(STATISTIC_NOUNS).find(([, one]) => one.entity === entity)?.[0] ?? BOOKED.find(noun => noun === entity);

/** FLOW: what happened in a time. STOCK: what there is at its end. RATE: a part of what happened. DURATION: how long it took. */
export type FigureKind = 'FLOW' | 'STOCK' | 'RATE' | 'DURATION';

export const STATISTIC_STEPS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type StatisticStep = (typeof STATISTIC_STEPS)[number];
export const COMPARED = ['previous', 'lastYear'] as const;

/** What a figure comes to: a row for each part of the time, a column for each value that it is told apart by. */
export interface Counted {
  figure: string;
  kind: FigureKind;
  /** What the values are: records, per cent, minutes. */
  unit: 'count' | 'percent' | 'minutes';
  asOf: string;
  from: string;
  to: string;
  columns: { key: string; label: string }[];
  rows: { key: string; from: string; to: string; part: boolean; values: (number | null)[]; link: string | null }[];
  /** Of the whole time; of a STOCK at its end. */
  total: (number | null)[];
  /** The same in the time that it is compared with: in all, in each column, in each part of the time. */
  previous: {
    from: string;
    to: string;
    total: (number | null)[];
    columns: (number | null)[];
    rows: (number | null)[];
  } | null;
  /** Why parts do not add up to the whole, or are not told. */
  notes: string[];
}
