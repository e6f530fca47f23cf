import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import { taxCodeFits } from './tax-code.ts';

/** A company that the building buys from or that works for it. */
export const partner = defineModule({
  name: 'partner',
  code: 'PARTNER',
  path: '/partner',
  route: 'partner',
  icon: 'handshake',
  menu: { group: 'operations', order: 6, key: 'partners', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    name: { kind: 'text', max: 150, required: true, unique: true, taken: 'PARTNER_EXISTS', search: true },
    code: {
      kind: 'text',
      code: true,
      max: 20,
      required: true,
      unique: true,
      taken: 'PARTNER_CODE_EXISTS',
      search: true,
    },
    type: { kind: 'choice', options: ['SUPPLIER', 'CONTRACTOR', 'MAINTENANCE', 'OTHER'], required: true },
    contactName: { kind: 'text', max: 100, search: true },
    phone: { kind: 'phone' },
    email: { kind: 'email' },
    taxCode: { kind: 'text', digits: true, min: 10, max: 13 },
    address: { kind: 'text', address: true, max: 300 },
    note: { kind: 'longText', max: 2000, detailOnly: true },
  },
  list: {
    columns: ['name', 'code', 'type', 'contactName', 'phone', 'email'],
    sorts: ['name', 'createdAt'],
    defaultSort: 'name',
    filters: ['type', 'createdAt'],
  },
  errors: { PARTNER_EXISTS: 409, PARTNER_CODE_EXISTS: 409, TAX_CODE_LENGTH: 400 },
  imports: { keys: [['code'], ['name']] },
  check: taxCodeFits,
});

export type Partner = DocOf<typeof partner>;
