import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import { endsAfter } from './resident-form.ts';

/** Which unit has which service, since when; one counted by vehicles needs none, but for places beside them. */
export const serviceRegistration = defineModule({
  name: 'service-registration',
  code: 'BILLING_SERVICE',
  path: '/service-registration',
  route: 'register',
  icon: 'list-plus',
  menu: { group: 'fees', order: 4, key: 'serviceRegistrations', makes: true },
  prefix: 'DV',
  title: 'code',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    serviceId: { kind: 'ref', to: 'service', required: true, search: true },
    quantity: { kind: 'decimal', min: 0.01, max: 100_000, initial: 1 },
    startDate: { kind: 'date', required: true },
    endDate: { kind: 'date' },
    note: { kind: 'text', max: 300, detailOnly: true },
  },
  list: {
    columns: ['code', 'unitId', 'serviceId', 'quantity', 'startDate', 'endDate', 'createdAt'],
    sorts: ['startDate', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['unitId', 'serviceId', 'startDate', 'endDate', 'createdAt'],
    indexed: ['unitId', 'serviceId'],
  },
  errors: { REGISTRATION_OVERLAPS: 409, END_BEFORE_START: 400, data_is_locked: 422 },
  imports: { keys: [['code'], ['unitId', 'serviceId', 'startDate']] },
  undo: { remove: { action: 'restore' } },
  check: endsAfter('startDate', 'endDate'),
});

export type ServiceRegistration = DocOf<typeof serviceRegistration>;
