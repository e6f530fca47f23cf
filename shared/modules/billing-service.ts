import { PERIOD_TYPES } from '../billing/periods.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { SERVICE_GROUPS } from './tariff.ts';
import { VEHICLE_TYPES } from './vehicle.ts';

/** How the quantity of a service is determined. */
export const SOURCES = ['METER', 'NUMBER', 'AREA', 'PEOPLE', 'VEHICLE', 'FIXED'] as const;
const METERED = { source: ['METER'] } as const;
const READ = { source: ['METER', 'NUMBER'] } as const;
const DETAIL = { detailOnly: true } as const;

type Values = Record<string, unknown>;

/** Whether the quantity of a service is recorded as usage readings. */
export const isRead = (source: unknown): boolean => READ.source.some(name => name === source);

/** Refuses inconsistent period settings. */
function fits(values: Values): FieldErrors {
  const { source, periodType = 'ONE_MONTH', firstDay, lastDay, vehicleTypes } = values;
  const [first, last] = [Number(firstDay ?? 1), Number(lastDay ?? 31)];
  const calendar = first === 1 && last === 31;
  const code = 'SERVICE_PERIOD_INVALID';
  const byDay = periodType === 'HALF_MONTH' || periodType === 'MONTH_TO_MONTH';
  return {
    ...(!calendar && (first === 1 || last !== first - 1) && { lastDay: { code } }),
    ...(byDay && (!calendar || isRead(source)) && { periodType: { code } }),
    ...(source === 'VEHICLE' &&
      !(Array.isArray(vehicleTypes) && vehicleTypes.length > 0) && { vehicleTypes: { code: 'REQUIRED' } }),
    ...(values.usageOf && source !== 'METER' ? { usageOf: { code: 'CHOICE_INVALID' } } : {}),
    ...(values.repeatable && source !== 'FIXED' ? { repeatable: { code: 'CHOICE_INVALID' } } : {}),
    ...(values.accounting === 'FIXED_DAY' && !values.accountingDay ? { accountingDay: { code: 'REQUIRED' } } : {}),
  };
}

/** A service that units are charged for, with prices from a tariff (domain.md, Money 2). */
export const service = defineModule({
  name: 'service',
  code: 'BILLING_SERVICE',
  path: '/service',
  route: 'configs-services',
  icon: 'coins',
  menu: { group: 'accountingSetup', order: 1, key: 'services', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    code: {
      kind: 'text',
      code: true,
      max: 20,
      required: true,
      unique: true,
      taken: 'SERVICE_CODE_EXISTS',
      search: true,
    },
    name: {
      kind: 'text',
      max: 100,
      required: true,
      unique: true,
      unaccented: true,
      taken: 'SERVICE_NAME_EXISTS',
      search: true,
    },
    nameEn: { kind: 'text', max: 100, search: true },
    group: { kind: 'choice', options: SERVICE_GROUPS, required: true },
    type: { kind: 'choice', options: ['PREPAID', 'POSTPAID'] },
    source: { kind: 'choice', options: SOURCES, required: true },
    vehicleTypes: {
      kind: 'lines',
      max: VEHICLE_TYPES.length,
      visibleWhen: { source: ['VEHICLE'] },
      of: { vehicleType: { kind: 'choice', options: VEHICLE_TYPES, required: true } },
    },
    unitName: { kind: 'text', max: 20 },
    tariffId: { kind: 'ref', to: 'tariff' },
    periodType: { kind: 'choice', options: PERIOD_TYPES, initial: 'ONE_MONTH' },
    firstDay: { kind: 'integer', min: 1, max: 31, initial: 1, ...DETAIL },
    lastDay: { kind: 'integer', min: 1, max: 31, initial: 31, ...DETAIL },
    accounting: { kind: 'choice', options: ['BY_MONTH', 'FIXED_DAY'], initial: 'BY_MONTH', ...DETAIL },
    accountingDay: { kind: 'integer', min: 1, max: 31, ...DETAIL, visibleWhen: { accounting: ['FIXED_DAY'] } },
    paymentTerm: { kind: 'integer', min: 0, max: 90 },
    interestPerYear: { kind: 'percent', initial: 0 },
    /** Interest rates, each with its first day. */
    rates: {
      kind: 'lines',
      max: 100,
      readOnly: true,
      ...DETAIL,
      of: { from: { kind: 'date' }, percent: { kind: 'percent' } },
    },
    cumulative: { kind: 'flag', initial: true, ...DETAIL, visibleWhen: { source: ['METER', 'VEHICLE'] } },
    usageOf: { kind: 'ref', to: 'service', ...DETAIL, visibleWhen: METERED },
    usagePercent: { kind: 'percent', initial: 100, ...DETAIL, visibleWhen: METERED },
    repeatable: { kind: 'flag', visibleWhen: { source: ['FIXED'] } },
    order: { kind: 'integer', min: 1, max: 9999 },
    active: { kind: 'flag', readOnly: true },
    registrations: { kind: 'integer', readOnly: true, initial: 0 },
    lastBilledMonth: { kind: 'month', readOnly: true },
    note: { kind: 'longText', max: 1000, ...DETAIL },
  },
  actions: {
    activate: { from: [], togglesFlag: true, flag: 'updateStatus', multi: true, when: { active: ['false'] } },
    // Moved by a separate route, which names the neighbour.
    place: { from: [], flag: 'write', by: 'system' },
    deactivate: { from: [], togglesFlag: true, flag: 'updateStatus', multi: true, when: { active: ['true'] } },
  },
  list: {
    columns: [
      'code',
      'name',
      'group',
      'type',
      'source',
      'unitName',
      'tariffId',
      'periodType',
      'paymentTerm',
      'interestPerYear',
      'registrations',
      'lastBilledMonth',
      'repeatable',
      'order',
      'active',
      'createdAt',
    ],
    hidden: ['type', 'periodType', 'lastBilledMonth', 'repeatable', 'createdAt'],
    sorts: ['order', 'name', 'code', 'createdAt'],
    defaultSort: 'order',
    filters: ['group', 'type', 'source', 'tariffId', 'periodType', 'repeatable', 'active', 'createdAt'],
    tabs: { active: { active: { in: ['true'] } }, inactive: { active: { in: ['false'] } }, all: {} },
  },
  errors: {
    SERVICE_NAME_EXISTS: 409,
    SERVICE_CODE_EXISTS: 409,
    SERVICE_BILLED: 409,
    SERVICE_PERIOD_INVALID: 400,
    SERVICE_NOT_ACTIVE: 422,
    TARIFF_NOT_ACTIVE: 422,
    FEE_DATES_ORDER: 422,
  },
  imports: { keys: [['code']], begins: ['active'] },
  undo: { remove: { action: 'restore' }, activate: { action: 'deactivate' }, deactivate: { action: 'activate' } },
  check: fits,
});

export const vehicleTypesOf = ({ vehicleTypes }: object & { vehicleTypes?: unknown; source?: unknown }): string[] =>
  Array.isArray(vehicleTypes) ? vehicleTypes.map(({ vehicleType }) => String(vehicleType)) : [];

export type Service = DocOf<typeof service>;
export type ServiceRow = RowOf<typeof service>;
