import type { Definition, Filter } from '../kit/definition.ts';
import type { FigureKind } from '../kit/statistic-terms.ts';
import { announcement } from './announcement.ts';
import { announcementDelivery } from './announcement-delivery.ts';
import { asset } from './asset.ts';
import { card } from './card.ts';
import { cardRegistration } from './card-registration.ts';
import { constructionRegistration } from './construction-registration.ts';
import { device } from './device.ts';
import { document } from './document.ts';
import { elevatorReservation } from './elevator-reservation.ts';
import { employee } from './employee.ts';
import { maintenance, OPEN_WORKS } from './maintenance.ts';
import { news } from './news.ts';
import { parcel } from './parcel.ts';
import { partner } from './partner.ts';
import { poll } from './poll.ts';
import { rentalContract } from './rental-contract.ts';
import { residency, resident } from './resident.ts';
import { shiftLog } from './shift-log.ts';
import { supply } from './supply.ts';
import { LATE, task } from './task.ts';
import { OPEN_TICKETS, ticket } from './ticket.ts';
import { unit } from './unit.ts';
import { vehicle } from './vehicle.ts';
import { visitor } from './visitor.ts';

/** A figure of a module; computed the same way wherever it is shown. */
export interface Figure {
  key: string;
  kind: FigureKind;
  /** Date field it is counted by; none for STOCK. */
  day?: string;
  /** Condition of the counted records. */
  where?: Filter;
  /** RATE, SHARE: condition of the numerator. */
  part?: Filter;
  /** RATE: field with the deadline; the numerator is what came after it. The mark of being overdue ends with the work. */
  deadline?: string;
  /** RATE: field with the day on which it was done; the numerator is what was done by `day`, what is still due later is left out. */
  doneOn?: string;
  /** DURATION: field of the start; `day` is the end. */
  since?: string;
  /** FLOW, STOCK: field that is summed up instead of counting the records. */
  sum?: string;
  /** MEAN: field that is averaged. */
  mean?: string;
  /** SHARE: fields whose sums are divided, or the homes or app accounts of the building as the whole; else as RATE. */
  share?: { part: string; whole: string } | { part: string; per: 'accounts' } | { per: 'units' };
  /** Definition of the same module whose records are counted instead, which have no list of their own. */
  of?: Definition;
  /** Fields it can be broken down by. */
  splits: readonly string[];
}

export interface Statistics {
  noun: string;
  of: Definition;
  /** Group in the list of statistics. */
  group: 'people' | 'requests' | 'reception' | 'operations';
  figures: readonly Figure[];
  /** Table by person: the field that names them, and its figures. */
  people?: { by: string; figures: readonly string[] };
}

/** Breakdowns by the clock of the project: the hour and the weekday of an instant. */
export const CLOCK: Readonly<Record<string, readonly string[]>> = {
  hour: Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')),
  // From Monday.
  weekday: ['1', '2', '3', '4', '5', '6', '7'],
};
const CLOCKED = Object.keys(CLOCK);
const RATED: Filter = { rating: { from: '1' } };
const REACHED = ['SENT', 'DELIVERIED', 'OPENED', 'CLICKED', 'SEEN'];
const READ = ['OPENED', 'CLICKED', 'SEEN'];

const is = (field: string, ...values: string[]): Filter => ({ [field]: { in: values } });
const made = (splits: readonly string[]): Figure => ({ key: 'new', kind: 'FLOW', day: 'createdAt', splits });
const flow = (key: string, day: string, splits: readonly string[], where?: Filter): Figure => ({
  key,
  kind: 'FLOW',
  day,
  splits,
  ...(where && { where }),
});
const stock = (key: string, splits: readonly string[], where?: Filter): Figure => ({
  key,
  kind: 'STOCK',
  splits,
  ...(where && { where }),
});

const TICKET = ['typeId', 'blockId', 'priority', 'labelIds'];
const RATING = ['typeId', 'assigneeId', 'blockId'];
const WORK = ['departmentId', 'assigneeId', 'type'];
const UPKEEP = ['kind', 'origin', 'systemId'];
const CARE = ['kind', 'systemId', 'contractorId'];
const COSTS = [...CARE, 'deviceId'];
/** Share of the messages of announcements that came to one of these states, by the day they were made. */
const delivered = (key: string, states: readonly string[]): Figure => ({
  key,
  kind: 'SHARE',
  day: 'createdAt',
  where: is('status', ...Object.keys(announcementDelivery.statuses).filter(state => state !== 'SKIPPED')),
  part: is('status', ...states),
  splits: ['channel'],
  of: announcementDelivery,
});

/**
 * Figures of all modules (cards statistics-people, -requests, -reception, -operations); financial figures come from the
 * ledger.
 */
export const STATISTICS: readonly Statistics[] = [
  {
    noun: 'unit',
    of: unit,
    group: 'people',
    figures: [stock('all', ['state', 'blockId', 'type', 'handoverStatus']), made(['blockId'])],
  },
  {
    noun: 'member',
    of: resident,
    group: 'people',
    figures: [
      stock('living', ['role', 'gender', 'ageBand', 'nationality', 'appUsage'], is('living', 'true')),
      made(['role', 'gender', 'ageBand', 'nationality']),
      flow('movedIn', 'movedInAt', ['role']),
      { ...flow('movedOut', 'movedOutAt', ['role']), of: residency },
      flow('visaEnding', 'visaExpiry', ['nationality'], is('living', 'true')),
      flow('temporaryEnding', 'temporaryTo', ['role'], is('living', 'true')),
    ],
  },
  {
    noun: 'rental-contract',
    of: rentalContract,
    group: 'people',
    figures: [
      made([]),
      stock('all', ['status']),
      flow('started', 'startDate', ['status']),
      flow('ended', 'endedDate', ['status']),
      flow('ending', 'expiryDate', ['status']),
    ],
  },
  {
    noun: 'document',
    of: document,
    group: 'people',
    figures: [flow('filed', 'filedAt', ['type', 'audience']), stock('all', ['type', 'audience'])],
  },
  {
    noun: 'employee',
    of: employee,
    group: 'people',
    figures: [
      stock('all', ['status', 'departmentId']),
      flow('started', 'startedOn', ['departmentId']),
      flow('ended', 'endedOn', ['departmentId']),
    ],
  },
  {
    noun: 'help-desk',
    of: ticket,
    group: 'requests',
    people: { by: 'assigneeId', figures: ['completed', 'late', 'resolution', 'reopened', 'rating', 'rated'] },
    figures: [
      made([...TICKET, ...CLOCKED]),
      flow('completed', 'completedAt', [...TICKET, 'assigneeId', 'departmentId']),
      stock('open', ['status', ...TICKET, 'assigneeId'], is('status', ...OPEN_TICKETS)),
      stock('overdue', [...TICKET, 'assigneeId', 'departmentId'], {
        ...is('overdue', 'true'),
        ...is('status', ...OPEN_TICKETS),
      }),
      { key: 'resolution', kind: 'DURATION', day: 'completedAt', since: 'createdAt', splits: ['typeId', 'assigneeId'] },
      { key: 'firstAnswer', kind: 'DURATION', day: 'firstAnsweredAt', since: 'createdAt', splits: ['typeId'] },
      {
        key: 'late',
        kind: 'RATE',
        day: 'completedAt',
        deadline: 'dueAt',
        splits: ['typeId', 'assigneeId', 'departmentId'],
      },
      {
        key: 'reopened',
        kind: 'RATE',
        day: 'completedAt',
        part: { reopenCount: { from: '1' } },
        splits: ['typeId', 'assigneeId'],
      },
      { key: 'rating', kind: 'MEAN', day: 'completedAt', mean: 'rating', where: RATED, splits: RATING },
      flow('rated', 'completedAt', ['rating', ...RATING], RATED),
      { key: 'ratedShare', kind: 'RATE', day: 'completedAt', part: RATED, splits: RATING },
      {
        key: 'perHundredUnits',
        kind: 'SHARE',
        day: 'createdAt',
        // Requests about common places are of no home.
        where: is('placeId', 'none'),
        share: { per: 'units' },
        splits: ['blockId', 'typeId'],
      },
    ],
  },
  {
    noun: 'task',
    of: task,
    group: 'requests',
    figures: [
      made(WORK),
      flow('completed', 'completedAt', WORK),
      stock('open', ['status', ...WORK], is('status', ...LATE)),
      stock('overdue', WORK, { ...is('overdue', 'true'), ...is('status', ...LATE) }),
      { key: 'length', kind: 'DURATION', day: 'completedAt', since: 'startedAt', splits: ['departmentId'] },
    ],
  },
  {
    noun: 'announcement',
    of: announcement,
    group: 'requests',
    figures: [
      flow('sent', 'sentAt', ['category', 'audience', 'urgent']),
      stock('all', ['status', 'category']),
      { ...flow('recipients', 'sentAt', ['category', 'audience']), sum: 'recipientCount' },
      delivered('reached', REACHED),
      delivered('readBy', READ),
    ],
  },
  {
    noun: 'news',
    of: news,
    group: 'requests',
    figures: [
      flow('published', 'publishedAt', ['category', 'audience']),
      stock('all', ['status', 'category']),
      { ...flow('readers', 'publishedAt', ['category', 'audience']), sum: 'viewers' },
      {
        key: 'readerShare',
        kind: 'SHARE',
        day: 'publishedAt',
        share: { part: 'viewers', per: 'accounts' },
        splits: ['category', 'audience'],
      },
    ],
  },
  {
    noun: 'poll',
    of: poll,
    group: 'requests',
    figures: [
      made(['audience', 'weight']),
      flow('ended', 'closedAt', ['audience', 'weight']),
      stock('going', ['audience', 'weight'], is('status', 'OPEN')),
      { ...flow('votes', 'openedAt', ['audience', 'weight'], is('status', 'OPEN', 'CLOSED')), sum: 'voted' },
      {
        key: 'participation',
        kind: 'SHARE',
        day: 'openedAt',
        where: is('status', 'OPEN', 'CLOSED'),
        share: { part: 'voted', whole: 'entitled' },
        splits: ['audience', 'weight'],
      },
    ],
  },
  {
    noun: 'visitor',
    of: visitor,
    group: 'reception',
    figures: [
      made(['guestType', 'blockId', 'relationship']),
      flow('cameIn', 'actualInAt', ['guestType', 'blockId', ...CLOCKED]),
      flow('wentOut', 'actualOutAt', ['guestType', 'blockId', ...CLOCKED]),
      stock('inside', ['guestType', 'blockId'], is('status', 'IN_PROGRESS')),
      { key: 'stay', kind: 'DURATION', day: 'actualOutAt', since: 'actualInAt', splits: ['guestType'] },
    ],
  },
  {
    noun: 'elevator-reservation',
    of: elevatorReservation,
    group: 'reception',
    figures: [
      flow('planned', 'expectedStartAt', ['status', 'type', 'elevatorId', 'blockId', ...CLOCKED]),
      made(['type', 'blockId']),
    ],
  },
  {
    noun: 'construction-registration',
    of: constructionRegistration,
    group: 'reception',
    figures: [
      made(['workType', 'blockId']),
      flow('started', 'actualStartAt', ['workType', 'blockId']),
      flow('ended', 'actualEndAt', ['workType']),
      stock('going', ['workType', 'blockId'], is('status', 'IN_PROGRESS')),
    ],
  },
  {
    noun: 'card-registration',
    of: cardRegistration,
    group: 'reception',
    figures: [made(['target', 'type', 'blockId']), flow('completed', 'completedAt', ['target', 'type'])],
  },
  {
    noun: 'card',
    of: card,
    group: 'reception',
    figures: [
      stock('all', ['status', 'type']),
      flow('issued', 'issuedAt', ['type']),
      flow('returned', 'returnedAt', ['type']),
    ],
  },
  {
    noun: 'vehicle',
    of: vehicle,
    group: 'reception',
    figures: [
      stock('all', ['status', 'type', 'customerGroup']),
      flow('started', 'startDate', ['type']),
      flow('stopped', 'stopDate', ['type']),
    ],
  },
  {
    noun: 'parcel',
    of: parcel,
    group: 'reception',
    figures: [
      flow('received', 'receivedAt', ['kind', 'carrier', 'blockId', ...CLOCKED]),
      flow('handedOver', 'handedAt', ['kind', 'proof', ...CLOCKED]),
      { key: 'kept', kind: 'DURATION', day: 'handedAt', since: 'receivedAt', splits: ['kind'] },
    ],
  },
  {
    noun: 'shift-log',
    of: shiftLog,
    group: 'reception',
    figures: [
      flow('shifts', 'date', ['shift', 'employeeId']),
      stock('open', ['shift'], is('status', 'OPEN', 'HANDED_OVER')),
    ],
  },
  {
    noun: 'asset',
    of: asset,
    group: 'operations',
    figures: [
      stock('all', ['status', 'categoryId', 'dueStatus', 'condition']),
      flow('started', 'startDate', ['categoryId']),
      { ...stock('price', ['status', 'categoryId']), sum: 'purchasePrice' },
    ],
  },
  {
    noun: 'supply',
    of: supply,
    group: 'operations',
    figures: [
      stock('all', ['status', 'stockState', 'partnerId']),
      { ...stock('worth', ['categoryId', 'partnerId']), sum: 'stockValue' },
    ],
  },
  {
    noun: 'partner',
    of: partner,
    group: 'operations',
    figures: [stock('all', ['status', 'type'])],
  },
  {
    noun: 'technical-system',
    of: device,
    group: 'operations',
    figures: [stock('all', ['status', 'systemId', 'categoryId', 'maintenanceDue', 'inspectionDue'])],
  },
  {
    noun: 'maintenance',
    of: maintenance,
    group: 'operations',
    figures: [
      made(UPKEEP),
      flow('planned', 'scheduledDate', UPKEEP),
      flow('completed', 'completedOn', [...UPKEEP, 'contractorId'], is('status', 'COMPLETED')),
      stock('open', ['status', ...UPKEEP], is('status', ...OPEN_WORKS)),
      stock('overdue', UPKEEP, { ...is('overdue', 'true'), ...is('status', ...OPEN_WORKS) }),
      {
        key: 'onTime',
        kind: 'RATE',
        day: 'dueDate',
        doneOn: 'completedOn',
        where: is('status', 'COMPLETED', 'SKIPPED', ...OPEN_WORKS),
        splits: CARE,
      },
      {
        key: 'plannedShare',
        kind: 'RATE',
        day: 'completedOn',
        where: is('status', 'COMPLETED'),
        part: is('origin', 'PLAN', 'METER'),
        splits: ['systemId', 'contractorId'],
      },
      { ...flow('cost', 'completedOn', COSTS, is('status', 'COMPLETED')), sum: 'totalCost' },
      { ...flow('partsCost', 'completedOn', COSTS, is('status', 'COMPLETED')), sum: 'partsCost' },
      { ...flow('laborCost', 'completedOn', COSTS, is('status', 'COMPLETED')), sum: 'laborCost' },
      {
        key: 'rating',
        kind: 'MEAN',
        day: 'completedOn',
        mean: 'rating',
        where: { ...is('status', 'COMPLETED'), ...RATED },
        splits: ['contractorId', 'systemId'],
      },
    ],
  },
];

/** Age bands (rules.md 9) with the first age beyond each. */
export const AGE_BANDS = { FROM_1: 6, FROM_6: 10, FROM_10: 20, FROM_20: 61, OVER_60: 200 } as const;

/** Age band in a year; null without a year of birth. */
export function ageBandOf(birthYear: unknown, year: number): string | null {
  if (typeof birthYear !== 'number') return null;
  const age = year - birthYear;
  return Object.entries(AGE_BANDS).find(([, beyond]) => age < beyond)?.[0] ?? null;
}

/** Dimensions computed from a field as of a year. */
export const DERIVED: Readonly<
  Record<string, { field: string; options: readonly string[]; of: (value: unknown, year: number) => string | null }>
> = { ageBand: { field: 'birthYear', options: Object.keys(AGE_BANDS), of: ageBandOf } };

/** Breakdowns that records without a value of their own take from what they refer to: works on a device are of its system. */
export const THROUGH: Readonly<Record<string, Readonly<Record<string, { by: string; of: Definition }>>>> = {
  [maintenance.name]: { systemId: { by: 'deviceId', of: device } },
};

export const fieldBehind = (split: string): string => DERIVED[split]?.field ?? split;

/** Personal attributes; groups smaller than FEWEST_PEOPLE are hidden. */
export const OF_PEOPLE: readonly string[] = ['gender', 'nationality', 'birthYear', 'ageBand'];
export const FEWEST_PEOPLE = 5;
/** Fewer ratings of somebody have no mean. */
export const FEWEST_RATINGS = 5;
