import { PAPER_LENGTH } from '../kit/contact.ts';
import { defineModule } from '../kit/define-module.ts';
import type { RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

/** Maximum validity of an entry in years. */
export const WATCH_YEARS = 3;
/** Minimum length of reasons, for an entry and for admitting somebody despite it. */
export const OVERRIDE_REASON = 10;
const SET = { readOnly: true } as const;

/** Requires a phone, document or plate, since a name does not identify, and a reason. */
const fits = ({ phone, identifier, plate, reason }: Record<string, unknown>): FieldErrors => ({
  ...(!phone && !identifier && !plate && { phone: { code: 'WATCH_KEY_REQUIRED' } }),
  ...(typeof reason === 'string' &&
    reason.length < OVERRIDE_REASON && { reason: { code: 'TOO_SHORT', params: { min: OVERRIDE_REASON } } }),
});

const LEVEL = { kind: 'choice', options: ['WARN', 'REFUSE'], initial: 'WARN' } as const;
/** Input for adding a visitor to the watchlist. */
export const WARNING = {
  level: LEVEL,
  reason: { kind: 'longText', max: 500, required: true },
  validTo: { kind: 'date', required: true },
  unitOnly: { kind: 'flag' },
} as const;

/** Input of acts that admit somebody despite a watchlist entry. */
export const OVERRIDE = {
  override: { kind: 'flag', internal: true },
  reason: { kind: 'longText', max: 500, label: 'overrideReason', internal: true },
} as const;

/**
 * A watchlist entry on a person or vehicle: to be refused, or admitted only after consultation. Every entry expires.
 */
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
    // When staff were asked whether it should end.
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
