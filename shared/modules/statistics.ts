import type { Definition, Filter } from '../kit/definition.ts';
import type { FigureKind } from '../kit/statistic-terms.ts';
import { announcement } from './announcement.ts';
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
import { resident } from './resident.ts';
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
  /** RATE: condition of the numerator. */
  part?: Filter;
  /** DURATION: field of the start; `day` is the end. */
  since?: string;
  /** Fields it can be broken down by. */
  splits: readonly string[];
}

export interface Statistics {
  noun: string;
  of: Definition;
  /** Group in the list of statistics. */
  group: 'people' | 'requests' | 'reception' | 'operations';
  figures: readonly Figure[];
}

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
const WORK = ['departmentId', 'assigneeId', 'type'];
const UPKEEP = ['kind', 'origin', 'systemId'];

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
    figures: [
      made(TICKET),
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
        part: is('overdue', 'true'),
        splits: ['typeId', 'assigneeId', 'departmentId'],
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
    figures: [flow('sent', 'sentAt', ['category', 'audience', 'urgent']), stock('all', ['status', 'category'])],
  },
  {
    noun: 'news',
    of: news,
    group: 'requests',
    figures: [flow('published', 'publishedAt', ['category', 'audience']), stock('all', ['status', 'category'])],
  },
  {
    noun: 'poll',
    of: poll,
    group: 'requests',
    figures: [
      made(['audience', 'weight']),
      flow('ended', 'closedAt', ['audience', 'weight']),
      stock('going', ['audience', 'weight'], is('status', 'OPEN')),
    ],
  },
  {
    noun: 'visitor',
    of: visitor,
    group: 'reception',
    figures: [
      made(['guestType', 'blockId', 'relationship']),
      flow('cameIn', 'actualInAt', ['guestType', 'blockId']),
      stock('inside', ['guestType', 'blockId'], is('status', 'IN_PROGRESS')),
      { key: 'stay', kind: 'DURATION', day: 'actualOutAt', since: 'actualInAt', splits: ['guestType'] },
    ],
  },
  {
    noun: 'elevator-reservation',
    of: elevatorReservation,
    group: 'reception',
    figures: [
      flow('planned', 'expectedStartAt', ['status', 'type', 'elevatorId', 'blockId']),
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
      flow('received', 'receivedAt', ['kind', 'carrier', 'blockId']),
      flow('handedOver', 'handedAt', ['kind', 'proof']),
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
    ],
  },
  {
    noun: 'supply',
    of: supply,
    group: 'operations',
    figures: [stock('all', ['status', 'stockState', 'partnerId'])],
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

export const fieldBehind = (split: string): string => DERIVED[split]?.field ?? split;

/** Personal attributes; groups smaller than FEWEST_PEOPLE are hidden. */
export const OF_PEOPLE: readonly string[] = ['gender', 'nationality', 'birthYear', 'ageBand'];
export const FEWEST_PEOPLE = 5;
