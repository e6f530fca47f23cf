import { PAPER_LENGTH } from '../kit/contact.ts';
import { defineModule } from '../kit/define-module.ts';
import type { RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

/** An entry ends at most so many years ahead. */
export const WATCH_YEARS = 3;
/** Shortest reason for an entry, and to let in somebody who is to be refused. */
export const OVERRIDE_REASON = 10;
const SET = { readOnly: true } as const;

/** Somebody is known by what nobody else has, never by a name; and why is said in words. */
const fits = ({ phone, identifier, plate, reason }: Record<string, unknown>): FieldErrors => ({
  ...(!phone && !identifier && !plate && { phone: { code: 'WATCH_KEY_REQUIRED' } }),
  ...(typeof reason === 'string' &&
    reason.length < OVERRIDE_REASON && { reason: { code: 'TOO_SHORT', params: { min: OVERRIDE_REASON } } }),
});

const LEVEL = { kind: 'choice', options: ['WARN', 'REFUSE'], initial: 'WARN' } as const;
/** Data about an arriving person, to add to the watch list. */
export const WARNING = {
  level: LEVEL,
  reason: { kind: 'longText', max: 500, required: true },
  validTo: { kind: 'date', required: true },
  unitOnly: { kind: 'flag' },
} as const;

/** Input of actions that admit somebody despite a watch list entry, asked by the warning. */
export const OVERRIDE = {
  override: { kind: 'flag', internal: true },
  reason: { kind: 'longText', max: 500, label: 'overrideReason', internal: true },
} as const;

/** Somebody, or a vehicle, that is not to be let in, or only after a word; every entry ends. */
export const watchEntry = defineModule({
  name: 'watch-entry',
  code: 'WATCHLIST',
  path: '/visitor-watchlist',
  opens: 'access-management?part=watchlist&id=',
  icon: 'shield',
  title: 'name',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus', 'readEncrypted'],
  calls: ['list', 'detail', 'create', 'update', 'remove', 'activities', 'export', 'badges', 'reveal'],
  person: true,
  fields: {
    name: { kind: 'text', min: 2, max: 100, required: true, search: true },
    level: LEVEL,
    phone: { kind: 'phone', personal: true },
    identifier: { kind: 'identifier', ...PAPER_LENGTH, personal: true },
    plate: { kind: 'text', max: 20, plate: true, search: true },
    rawPlate: { kind: 'text', max: 20, code: true, internal: true, search: true, ...SET },
    photo: { kind: 'files', max: 1, images: true, guarded: true, detailOnly: true },
    unitId: { kind: 'ref', to: 'unit', search: true },
    reason: { kind: 'longText', max: 500, required: true, detailOnly: true },
    validTo: { kind: 'date', required: true },
    ending: { kind: 'flag', ...SET },
    matchCount: { kind: 'integer', initial: 0, ...SET },
    lastMatchAt: { kind: 'instant', ...SET },
    endedAt: { kind: 'instant', detailOnly: true, ...SET },
    // When somebody was asked whether it is to end.
    askedAt: { kind: 'instant', detailOnly: true, internal: true, ...SET },
    endedReason: { kind: 'longText', max: 500, detailOnly: true, ...SET },
  },
  statuses: {
    ACTIVE: { tone: 'bad', icon: 'ban' },
    ENDED: { tone: 'ended', icon: 'circle-x' },
  },
  initial: 'ACTIVE',
  editedIn: ['ACTIVE'],
  actions: {
    end: { from: ['ACTIVE'], to: 'ENDED', flag: 'updateStatus', reason: 'endedReason', key: 'd', danger: true },
    expire: { from: ['ACTIVE'], to: 'ENDED', flag: 'updateStatus', by: 'system' },
    erase: { from: ['ENDED'], flag: 'delete', reason: 'endedReason', danger: true },
  },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: [
      'name',
      'level',
      'phone',
      'identifier',
      'plate',
      'unitId',
      'validTo',
      'matchCount',
      'lastMatchAt',
      'createdAt',
      'status',
    ],
    sorts: ['name', 'validTo', 'matchCount', 'lastMatchAt', 'createdAt'],
    defaultSort: '-lastMatchAt',
    filters: ['status', 'level', 'unitId', 'ending', 'validTo', 'lastMatchAt', 'createdAt'],
    tabs: {
      active: { status: { in: ['ACTIVE'] } },
      ending: { status: { in: ['ACTIVE'] }, ending: { in: ['true'] } },
      ended: { status: { in: ['ENDED'] } },
      all: {},
    },
  },
  errors: { WATCH_KEY_REQUIRED: 400, WATCH_ENTRY_EXISTS: 409, WATCH_DATES_INVALID: 400 },
  check: fits,
});

export type WatchEntryRow = RowOf<typeof watchEntry>;
