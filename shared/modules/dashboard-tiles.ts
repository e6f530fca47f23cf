import type { Definition, Filter } from '../kit/definition.ts';
import type { Trade } from '../kit/home.ts';
import type { Flag } from '../kit/permissions.ts';
import { asset } from './asset.ts';
import { bankStatementLine } from './bank-statement.ts';
import { bill } from './bill.ts';
import { cardRegistration } from './card-registration.ts';
import { constructionRegistration } from './construction-registration.ts';
import { type MoneyChart, RECEIVED_TODAY, type TileTone } from './dashboard.ts';
import { deposit } from './deposit.ts';
import { device } from './device.ts';
import { elevatorReservation } from './elevator-reservation.ts';
import { debtReport, resultReport } from './financial-reports.ts';
import { maintenance } from './maintenance.ts';
import { noticeDelivery } from './notice-delivery.ts';
import { parcel } from './parcel.ts';
import { receipt } from './receipt.ts';
import { rentalContract } from './rental-contract.ts';
import { room } from './room.ts';
import { supply } from './supply.ts';
import { task } from './task.ts';
import { technicalSystem } from './technical-system.ts';
import { ticket } from './ticket.ts';
import { utilityBooking } from './utility-booking.ts';
import { visitor } from './visitor.ts';
import { METHODS } from './voucher.ts';

/** A dashboard tile: the number of records in a tab or mark of a list, or a sum of them. */
export interface Tile {
  key: string;
  of: Definition;
  in: { tab: string } | { mark: string };
  /** Conditions beside those of the tab or mark. */
  where?: Filter;
  /** Field that is summed up: the tile shows an amount of money. */
  sum?: string;
  /** Colour of a non-zero value: red needs action now, amber is pending. */
  tone: TileTone;
  presets: readonly Trade[];
}

const tab = (of: Definition, name: string, tone: TileTone, ...presets: Trade[]): Tile => ({
  key: `${of.name}-${name}`,
  of,
  in: { tab: name },
  tone,
  presets,
});
const mark = (of: Definition, name: string, tone: TileTone, ...presets: Trade[]): Tile => ({
  key: `${of.name}-${name}`,
  of,
  in: { mark: name },
  tone,
  presets,
});

/** Dashboard tiles of lists in order; financial charts are MONEY_CHARTS. */
export const TILES: readonly Tile[] = [
  { key: 'bill-owed-sum', of: bill, in: { tab: 'owed' }, sum: 'remaining', tone: 'plain', presets: ['accountant'] },
  { key: 'bill-drafts-sum', of: bill, in: { tab: 'drafts' }, sum: 'total', tone: 'plain', presets: ['accountant'] },
  {
    key: RECEIVED_TODAY,
    of: receipt,
    in: { tab: 'valid' },
    where: { accountingDate: { days: 1 }, method: { in: [...METHODS] } },
    sum: 'amount',
    tone: 'plain',
    presets: ['accountant'],
  },
  tab(ticket, 'waiting', 'waiting', 'service', 'manager'),
  mark(ticket, 'mine', 'plain', 'service'),
  mark(ticket, 'unassigned', 'waiting', 'service'),
  mark(ticket, 'overdue', 'bad', 'service', 'manager'),
  tab(room, 'waiting', 'waiting', 'service'),
  tab(utilityBooking, 'waiting', 'waiting', 'service', 'manager'),
  tab(visitor, 'expected', 'plain', 'reception'),
  tab(visitor, 'waiting', 'waiting', 'reception'),
  tab(visitor, 'inside', 'plain', 'reception', 'manager'),
  mark(visitor, 'overstay', 'bad', 'reception'),
  tab(elevatorReservation, 'today', 'plain', 'reception'),
  tab(constructionRegistration, 'going', 'plain', 'reception'),
  tab(cardRegistration, 'waiting', 'waiting', 'reception'),
  tab(parcel, 'waiting', 'plain', 'reception'),
  mark(parcel, 'overdue', 'bad', 'reception'),
  tab(bill, 'drafts', 'waiting', 'accountant'),
  mark(bill, 'overdue', 'bad', 'accountant', 'manager'),
  tab(bankStatementLine, 'todo', 'waiting', 'accountant'),
  tab(deposit, 'toGiveBack', 'waiting', 'accountant'),
  tab(noticeDelivery, 'failed', 'bad', 'accountant'),
  tab(technicalSystem, 'overdue', 'bad', 'technician', 'manager'),
  tab(technicalSystem, 'dueSoon', 'waiting', 'technician'),
  tab(device, 'needMaintenance', 'bad', 'technician', 'manager'),
  mark(device, 'uninspected', 'bad', 'technician', 'manager'),
  tab(asset, 'needMaintenance', 'waiting', 'technician'),
  tab(supply, 'toBuy', 'waiting', 'technician'),
  mark(rentalContract, 'expiring', 'waiting', 'manager'),
  mark(task, 'overdue', 'bad', 'manager'),
  mark(task, 'mine', 'plain', 'service', 'reception', 'technician', 'accountant', 'manager'),
];

/** Filter that reproduces a tile in its list. */
export const tileFilter = ({ of, in: place, where }: Pick<Tile, 'of' | 'in' | 'where'>): Filter => ({
  ...('tab' in place ? of.list.tabs?.[place.tab] : of.list.marks?.[place.mark]),
  ...where,
});

/** A short list on a dashboard: the first records of a tab or mark by the time in `by`. */
export interface TileList {
  key: string;
  of: Definition;
  in: Tile['in'];
  /** Field with their time; records without one are left out. */
  by: string;
  /** Whether that time is a deadline; otherwise they wait since then. */
  due: boolean;
  /** Amount of money of a record; of those with the same time the largest come first. */
  sum?: string;
  /** References that say more of a record than its title. */
  refs?: readonly string[];
  presets: readonly Trade[];
}

export const LISTS: readonly TileList[] = [
  { key: 'list-requests', of: ticket, in: { tab: 'going' }, by: 'dueAt', due: true, presets: ['service'] },
  {
    key: 'list-requests-overdue',
    of: ticket,
    in: { mark: 'overdue' },
    by: 'dueAt',
    due: true,
    presets: ['manager'],
  },
  { key: 'list-visitors', of: visitor, in: { tab: 'expected' }, by: 'expectedInAt', due: true, presets: ['reception'] },
  { key: 'list-parcels', of: parcel, in: { tab: 'waiting' }, by: 'receivedAt', due: false, presets: ['reception'] },
  { key: 'list-works', of: maintenance, in: { mark: 'mine' }, by: 'dueDate', due: true, presets: ['technician'] },
  {
    key: 'list-devices',
    of: device,
    in: { tab: 'needMaintenance' },
    by: 'nextMaintenanceDate',
    due: true,
    presets: ['technician'],
  },
  {
    key: 'list-contracts',
    of: rentalContract,
    in: { mark: 'expiring' },
    by: 'expiryDate',
    due: true,
    presets: ['manager'],
  },
  {
    key: 'list-bank-lines',
    of: bankStatementLine,
    in: { tab: 'todo' },
    by: 'bookedOn',
    due: false,
    sum: 'amount',
    refs: ['bankAccountId'],
    presets: ['accountant'],
  },
  {
    key: 'list-bills',
    of: bill,
    in: { mark: 'overdue' },
    by: 'dueDate',
    due: true,
    sum: 'remaining',
    refs: ['residentId'],
    presets: ['accountant'],
  },
];

/** A dashboard chart: a statistic over time. */
export interface TileChart {
  key: string;
  noun: string;
  figure: string;
  /** Figure to compare with; default: the same figure in the previous period. */
  beside?: string;
  /** Dimension to break down by, over the whole period. */
  split?: string;
  presets: readonly Trade[];
}

export const CHARTS: readonly TileChart[] = [
  {
    key: 'chart-requests',
    noun: 'help-desk',
    figure: 'new',
    beside: 'completed',
    presets: ['service', 'manager'],
  },
  {
    key: 'chart-request-types',
    noun: 'help-desk',
    figure: 'new',
    split: 'typeId',
    presets: ['service', 'manager'],
  },
  { key: 'chart-visitors', noun: 'visitor', figure: 'cameIn', presets: ['reception'] },
  {
    key: 'chart-parcels',
    noun: 'parcel',
    figure: 'received',
    beside: 'handedOver',
    presets: ['reception'],
  },
  {
    key: 'chart-tasks',
    noun: 'task',
    figure: 'new',
    beside: 'completed',
    presets: ['technician'],
  },
];

/** Financial charts based on reports: receipts, debts by age, income and expenses, overdue debts. */
export const MONEY_CHARTS = [
  { key: 'income', module: receipt.code, flag: 'aggregate', presets: ['accountant', 'manager'] },
  { key: 'ages', module: debtReport.code, flag: 'aggregate', presets: ['accountant', 'manager'] },
  { key: 'result', module: resultReport.code, flag: 'read', presets: ['accountant', 'manager'] },
  { key: 'overdue', module: debtReport.code, flag: 'aggregate', presets: ['accountant'] },
] as const satisfies readonly { key: MoneyChart; module: string; flag: Flag; presets: readonly Trade[] }[];
