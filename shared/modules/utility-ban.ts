import { DAY_MS } from '../kit/dates.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

const MOST_DAYS = 365;

/** Requires the target of the scope, and an end after the start within MOST_DAYS. */
function banFits({ scope, utilityId, groupId, from, until }: Record<string, unknown>): FieldErrors {
  const named = { AMENITY: { utilityId }, GROUP: { groupId } }[String(scope)] ?? {};
  for (const [name, value] of Object.entries(named)) if (!value) return { [name]: { code: 'REQUIRED' } };
  if (typeof from !== 'string' || typeof until !== 'string') return {};
  if (until < from) return { until: { code: 'END_BEFORE_START' } };
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS + 1;
  return days > MOST_DAYS ? { until: { code: 'TOO_LARGE', params: { max: MOST_DAYS } } } : {};
}

/** A ban of a household from one amenity, a group, or all: after repeated no-shows, or by staff with a reason. */
export const utilityBan = defineModule({
  name: 'utility-ban',
  code: 'AMENITIES_ORDERS',
  path: '/utility-ban',
  opens: 'amenities-orders?part=bans&id=',
  icon: 'lock',
  title: 'reason',
  flags: ['read', 'write', 'updateStatus', 'export'],
  fields: {
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    scope: { kind: 'choice', options: ['AMENITY', 'GROUP', 'ALL'], initial: 'GROUP' },
    utilityId: { kind: 'ref', to: 'utility', visibleWhen: { scope: ['AMENITY'] } },
    groupId: { kind: 'ref', to: 'utility-group', visibleWhen: { scope: ['GROUP'] } },
    from: { kind: 'date', begins: 'today', required: true },
    until: { kind: 'date', required: true },
    // NO_SHOW is only set by the server.
    cause: { kind: 'choice', options: ['NO_SHOW', 'DAMAGE', 'RULES', 'OTHER'], initial: 'RULES' },
    bookingIds: { kind: 'refs', to: 'utility-booking', max: 50, readOnly: true, detailOnly: true },
    reason: { kind: 'text', min: 3, max: 500, required: true, search: true },
    liftReason: { kind: 'text', max: 500, readOnly: true, detailOnly: true, staffOnly: true },
  },
  statuses: {
    ACTIVE: { tone: 'bad', icon: 'ban' },
    OVER: { tone: 'ended', icon: 'timer-off' },
    LIFTED: { tone: 'ended', icon: 'circle-check' },
  },
  initial: 'ACTIVE',
  actions: {
    lift: {
      aside: true,
      from: ['ACTIVE'],
      to: 'LIFTED',
      flag: 'updateStatus',
      input: { reason: { kind: 'text', min: 3, max: 500, required: true } },
    },
    end: { from: ['ACTIVE'], to: 'OVER', flag: 'updateStatus', by: 'system' },
  },
  resident: {},
  list: {
    columns: ['unitId', 'scope', 'utilityId', 'groupId', 'from', 'until', 'cause', 'reason', 'createdAt', 'status'],
    hidden: ['utilityId', 'createdAt'],
    sorts: ['from', 'until', 'createdAt'],
    defaultSort: '-until',
    filters: ['status', 'unitId', 'scope', 'utilityId', 'groupId', 'cause', 'from', 'until', 'createdAt'],
    indexed: ['unitId'],
    tabs: { active: { status: { in: ['ACTIVE'] } }, over: { status: { in: ['OVER', 'LIFTED'] } }, all: {} },
  },
  calls: ['list', 'detail', 'create', 'options', 'activities', 'badges', 'export'],
  errors: { BAN_EXISTS: 409, END_BEFORE_START: 400 },
  check: banFits,
});

export type UtilityBan = DocOf<typeof utilityBan>;
export type UtilityBanRow = RowOf<typeof utilityBan>;
