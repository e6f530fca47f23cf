/** Nouns of statistics with their module and definition. Separate from `statistics.ts`, because every first load needs them. */
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

/** Modules with statistics. */
export const STATISTIC_MODULES: readonly string[] = [
  ...new Set(Object.values(STATISTIC_NOUNS).map(({ module }) => module)),
];

/** Money nouns, which the books count on screens of their own. */
const BOOKED: readonly string[] = ['receipt'];

/** The statistics noun of a definition. */
export const statisticNoun = (entity: string): string | undefined =>
  Object.entries(STATISTIC_NOUNS).find(([, term]) => term.entity === entity)?.[0] ??
  BOOKED.find(noun => noun === entity);

/**
 * FLOW: events in a period. STOCK: the state at its end. RATE: a share of events. DURATION: how long they took. MEAN: the
 * average of a value. SHARE: one sum over another.
 */
export type FigureKind = 'FLOW' | 'STOCK' | 'RATE' | 'DURATION' | 'MEAN' | 'SHARE';
/** Units of values: records, per cent, minutes, VND, points of five, records per hundred homes. */
export type FigureUnit = 'count' | 'percent' | 'minutes' | 'money' | 'score' | 'perHundred';

export const STATISTIC_STEPS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type StatisticStep = (typeof STATISTIC_STEPS)[number];
export const COMPARED = ['previous', 'lastYear'] as const;

/** Result of a figure: a row per interval, a column per value of the breakdown. */
export interface Counted {
  figure: string;
  kind: FigureKind;
  unit: FigureUnit;
  asOf: string;
  from: string;
  to: string;
  /** Fields it is broken down by; without any, columns are measures. */
  split: string[];
  columns: { key: string; label: string }[];
  rows: { key: string; from: string; to: string; part: boolean; values: (number | null)[]; link: string | null }[];
  /** Over the whole period; of a STOCK at its end. */
  total: (number | null)[];
  /** The same for the compared period: totals, per column and per interval. */
  previous: {
    from: string;
    to: string;
    total: (number | null)[];
    columns: (number | null)[];
    rows: (number | null)[];
  } | null;
  /** Conditions of the counted records, in words. */
  filters: { key: string; label: string; values: string[] }[];
  /** Why parts do not add up to the total, or are not shown. */
  notes: string[];
}
