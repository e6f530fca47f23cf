import { defineModule } from '../kit/define-module.ts';
import type { RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { readHours } from '../kit/hours.ts';

export const EVERY_DAY = ['0', '1', '2', '3', '4', '5', '6'] as const;
const SET = { readOnly: true } as const;
const HIDDEN = { ...SET, internal: true, detailOnly: true } as const;
/** Fields required of a recurring pass. */
const AGAIN = ['weekdays', 'fromTime', 'toTime', 'validFrom', 'validTo'] as const;

/** Requires a pass to be for a single visit, or for a frequent guest with days, hours and period. */
function fits(values: Record<string, unknown>): FieldErrors {
  const { visitorId, guestId, weekdays, fromTime, toTime, validFrom, validTo } = values;
  if (visitorId && guestId) return { guestId: { code: 'PASS_OF_TWO' } };
  if (visitorId) return {};
  if (!guestId) return { visitorId: { code: 'REQUIRED' } };
  if (!Array.isArray(weekdays) || weekdays.length === 0) return { weekdays: { code: 'PASS_WEEKDAYS_REQUIRED' } };
  const missing = AGAIN.find(name => !values[name]);
  if (missing) return { [missing]: { code: 'REQUIRED' } };
  if (String(fromTime) >= String(toTime)) return { toTime: { code: 'PASS_TIMES_INVALID' } };
  return String(validFrom) > String(validTo) ? { validTo: { code: 'PASS_TIMES_INVALID' } } : {};
}

const DESK = { at: { kind: 'instant' }, desk: { kind: 'text', max: 40 } } as const;

/** A pass that identifies an expected visitor at the desk: for one visit, or recurring (card visitor-pass). */
export const visitorPass = defineModule({
  name: 'visitor-pass',
  code: 'ACCESS_MANAGEMENT',
  path: '/visitor-pass',
  opens: 'access-management?part=passes&id=',
  icon: 'id-card',
  title: 'name',
  flags: ['read', 'write', 'updateStatus', 'export'],
  calls: ['list', 'detail', 'create', 'options', 'activities', 'export', 'badges'],
  fields: {
    name: { kind: 'text', max: 100, search: true, ...SET },
    unitId: { kind: 'ref', to: 'unit', search: true, ...SET },
    subject: { kind: 'choice', options: ['VISITOR', 'GUEST', 'WORKER'], ...SET },
    // For a recurring pass: the current or latest visit.
    visitorId: { kind: 'ref', to: 'visitor', part: true },
    guestId: { kind: 'ref', to: 'guest', part: true },
    constructionId: { kind: 'ref', to: 'construction-registration', ...SET },
    workerId: { kind: 'text', max: 24, key: true, ...HIDDEN },
    uses: { kind: 'choice', options: ['ONCE', 'REPEAT'], ...SET },
    weekdays: {
      kind: 'lines',
      max: 7,
      of: { day: { kind: 'choice', options: ['1', '2', '3', '4', '5', '6', '0'], required: true } },
      detailOnly: true,
    },
    fromTime: { kind: 'text', max: 5, time: true },
    toTime: { kind: 'text', max: 5, time: true },
    validFrom: { kind: 'date' },
    validTo: { kind: 'date' },
    opensAt: { kind: 'instant', ...HIDDEN },
    endsAt: { kind: 'instant', ...HIDDEN },
    endedAt: { kind: 'instant', ...HIDDEN },
    code: { kind: 'text', max: 6, code: true, detailOnly: true, ...SET },
    token: { kind: 'text', max: 100, key: true, detailOnly: true, ...SET },
    useCount: { kind: 'integer', initial: 0, ...SET },
    lastUsedAt: { kind: 'instant', ...SET },
    lastDesk: { kind: 'text', max: 40, ...SET },
    inviterId: { kind: 'ref', to: 'resident', ...SET },
    reason: { kind: 'longText', max: 1000, detailOnly: true, ...SET },
  },
  statuses: {
    ACTIVE: { tone: 'going', icon: 'circle-check' },
    USED: { tone: 'done', icon: 'check' },
    REVOKED: { tone: 'bad', icon: 'ban' },
    EXPIRED: { tone: 'ended', icon: 'timer-off' },
  },
  initial: 'ACTIVE',
  actions: {
    in: {
      from: ['ACTIVE'],
      to: 'USED',
      flag: 'updateStatus',
      key: 'i',
      tells: 'lastDesk',
      input: { ...DESK, override: { kind: 'flag' }, reason: { kind: 'longText', max: 300 } },
    },
    out: {
      from: ['ACTIVE', 'USED', 'REVOKED', 'EXPIRED'],
      flag: 'updateStatus',
      key: 'o',
      input: { ...DESK, cardReturned: { kind: 'flag', initial: true } },
    },
    revoke: {
      from: ['ACTIVE'],
      to: 'REVOKED',
      flag: 'updateStatus',
      by: 'both',
      multi: true,
      reason: true,
      danger: true,
    },
    expire: { from: ['ACTIVE'], to: 'EXPIRED', flag: 'updateStatus', by: 'system' },
  },
  resident: { create: true },
  list: {
    columns: [
      'name',
      'unitId',
      'subject',
      'uses',
      'fromTime',
      'toTime',
      'validFrom',
      'validTo',
      'useCount',
      'lastUsedAt',
      'lastDesk',
      'inviterId',
      'createdAt',
      'status',
    ],
    hidden: ['inviterId', 'createdAt', 'lastDesk'],
    sorts: ['name', 'validTo', 'useCount', 'lastUsedAt', 'createdAt'],
    defaultSort: '-lastUsedAt',
    filters: [
      'status',
      'subject',
      'uses',
      'unitId',
      'visitorId',
      'guestId',
      'constructionId',
      'inviterId',
      'validFrom',
      'validTo',
      'lastUsedAt',
      'createdAt',
    ],
    indexed: ['unitId', 'visitorId', 'guestId', 'constructionId', 'code'],
    tabs: {
      active: { status: { in: ['ACTIVE'] } },
      ended: { status: { in: ['USED', 'REVOKED', 'EXPIRED'] } },
      all: {},
    },
  },
  errors: {
    PASS_NOT_VALID: 422,
    PASS_NOT_INSIDE: 409,
    PASS_EXISTS: 409,
    PASS_OF_TWO: 400,
    PASS_TIMES_INVALID: 400,
    PASS_TOO_LONG: 400,
    PASS_PHONE_KNOWN: 422,
    PASS_WEEKDAYS_REQUIRED: 400,
  },
  check: fits,
});

export type VisitorPassRow = RowOf<typeof visitorPass>;

export const PASS_DECISIONS = [
  'ALLOWED',
  'NOT_YET',
  'EXPIRED',
  'USED',
  'REVOKED',
  'WRONG_DAY',
  'WRONG_HOUR',
  'NOT_APPROVED',
  'WATCHED',
  'INSIDE',
  'STOPPED',
] as const;
export type PassDecision = (typeof PASS_DECISIONS)[number];
/** Decisions that the desk may override with a reason. */
export const PASSED_OVER: readonly PassDecision[] = ['NOT_YET', 'WRONG_DAY', 'WRONG_HOUR'];

/** Validity of a pass: instants in ms, weekdays, hours of a day. Null or empty: no restriction. */
export interface PassTimes {
  status: string;
  opensAt: number | null;
  endsAt: number | null;
  weekdays: readonly number[];
  hours: string | null;
}

/** Circumstances of a scan: the visit, and instant, weekday and minutes in the project's time zone. */
export interface PassScene {
  visit: string | null;
  stopped: boolean;
  watched: boolean;
  at: number;
  weekday: number;
  minutes: number;
}

const ENDED: Readonly<Record<string, PassDecision>> = { REVOKED: 'REVOKED', USED: 'USED', EXPIRED: 'EXPIRED' };

/** Decides whether a pass admits. Reasons that cannot be overridden come first. */
export function decisionOf({ status, opensAt, endsAt, weekdays, hours }: PassTimes, scene: PassScene): PassDecision {
  if (scene.visit === 'IN_PROGRESS') return 'INSIDE';
  const ended = ENDED[status];
  if (ended) return ended;
  if (scene.stopped) return 'STOPPED';
  if (endsAt !== null && scene.at >= endsAt) return 'EXPIRED';
  if (scene.visit === 'WAITING') return 'NOT_APPROVED';
  if (opensAt !== null && scene.at < opensAt) return 'NOT_YET';
  if (weekdays.length > 0 && !weekdays.includes(scene.weekday)) return 'WRONG_DAY';
  const spans = hours ? readHours(hours) : null;
  if (spans && !spans.some(({ from, to }) => from <= scene.minutes && scene.minutes <= to)) return 'WRONG_HOUR';
  return scene.watched ? 'WATCHED' : 'ALLOWED';
}
