import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

/** Groups of services and tariffs. */
export const SERVICE_GROUPS = ['MANAGEMENT', 'ELECTRICITY', 'WATER', 'GAS', 'PARKING', 'SANITATION', 'OTHER'] as const;

/** A named tariff shared by services; its versions hold the prices. */
export const tariff = defineModule({
  name: 'tariff',
  code: 'TARIFF',
  path: '/tariff',
  route: 'configs-tariffs',
  icon: 'calculator',
  menu: { group: 'accountingSetup', order: 2, key: 'tariffs', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    code: {
      kind: 'text',
      code: true,
      max: 20,
      required: true,
      unique: true,
      taken: 'TARIFF_CODE_EXISTS',
      search: true,
    },
    name: {
      kind: 'text',
      max: 100,
      required: true,
      unique: true,
      unaccented: true,
      taken: 'TARIFF_NAME_EXISTS',
      search: true,
    },
    group: { kind: 'choice', options: SERVICE_GROUPS, initial: 'OTHER' },
    active: { kind: 'flag', initial: true },
    /** Current prices as text, e.g. `1.984–3.460 ₫`. */
    priceNow: { kind: 'text', max: 100, readOnly: true },
    effectiveNow: { kind: 'date', readOnly: true },
    nextFrom: { kind: 'date', readOnly: true },
    services: { kind: 'integer', readOnly: true, initial: 0 },
    note: { kind: 'longText', max: 1000, detailOnly: true },
  },
  list: {
    columns: ['code', 'name', 'group', 'priceNow', 'effectiveNow', 'nextFrom', 'services', 'active', 'createdAt'],
    hidden: ['createdAt'],
    sorts: ['name', 'code', 'createdAt'],
    defaultSort: 'name',
    filters: ['group', 'active', 'nextFrom', 'createdAt'],
  },
  offered: { active: 'true' },
  errors: {
    TARIFF_CODE_EXISTS: 409,
    TARIFF_NAME_EXISTS: 409,
    TARIFF_VERSION_USED: 409,
    QUANTITY_INVALID: 422,
    PERIOD_NOT_MET: 422,
    NO_TARIFF: 422,
    AMOUNT_TOO_LARGE: 422,
  },
  imports: { keys: [['code']] },
  undo: { remove: { action: 'restore' } },
});

export type TariffDoc = DocOf<typeof tariff>;
export type TariffRow = RowOf<typeof tariff>;
