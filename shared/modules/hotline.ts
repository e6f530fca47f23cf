import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

export const HOTLINE_KINDS = ['MAIN', 'SECURITY', 'TECHNICAL', 'EMERGENCY', 'MANAGEMENT', 'OTHER'] as const;
export const MOST_HOTLINES = 30;

/** Digits of a valid phone number (0 or +84 with 8 to 10 digits, or a service number of 3 to 11), else null. */
export function digitsOfCall(text: string): string | null {
  const bare = text.replace(/[\s.()-]/g, '').replace(/^\+84/, '0');
  return /^0\d{8,10}$|^[1-9]\d{2,10}$/.test(bare) ? bare : null;
}

/** Refuses a number that cannot be dialled. */
function canBeCalled({ phone }: Record<string, unknown>): FieldErrors {
  return typeof phone === 'string' && phone && !digitsOfCall(phone) ? { phone: { code: 'PHONE_INVALID' } } : {};
}

/** Phone numbers for residents in display order; one of kind MAIN. */
export const hotline = defineModule({
  name: 'hotline',
  code: 'HOTLINE',
  path: '/hotline',
  opens: 'configs-projects?part=hotlines&id=',
  icon: 'phone',
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    order: { kind: 'integer', min: 1, max: 9999, readOnly: true },
    name: { kind: 'text', min: 2, max: 60, required: true, unique: true, taken: 'HOTLINE_EXISTS', search: true },
    phone: { kind: 'text', key: true, max: 30, required: true, search: true },
    kind: { kind: 'choice', options: HOTLINE_KINDS, initial: 'OTHER' },
    hours: { kind: 'text', max: 120, hours: true },
    departmentId: { kind: 'ref', to: 'department', where: { shownToResidents: 'true' }, staffOnly: true },
    shown: { kind: 'flag', initial: true },
    note: { kind: 'text', max: 200 },
    /** Normalised digits, by which numbers are compared. */
    digits: {
      kind: 'text',
      max: 20,
      key: true,
      readOnly: true,
      internal: true,
      staffOnly: true,
      unique: true,
      taken: 'HOTLINE_PHONE_EXISTS',
      blames: 'phone',
    },
  },
  actions: {
    main: {
      from: [],
      flag: 'write',
      togglesFlag: true,
      when: { kind: ['SECURITY', 'TECHNICAL', 'EMERGENCY', 'MANAGEMENT', 'OTHER'] },
    },
    // Moved by a separate route, which names the neighbour.
    place: {
      from: [],
      flag: 'write',
      by: 'system',
      when: { kind: ['SECURITY', 'TECHNICAL', 'EMERGENCY', 'MANAGEMENT', 'OTHER'] },
    },
  },
  resident: { everyone: ['shown'], only: { shown: ['true'] } },
  list: {
    columns: ['order', 'name', 'phone', 'kind', 'hours', 'departmentId', 'shown'],
    sorts: ['order', 'name'],
    defaultSort: 'order',
    filters: ['kind', 'departmentId', 'shown'],
  },
  errors: { HOTLINE_EXISTS: 409, HOTLINE_PHONE_EXISTS: 409, HOTLINE_LAST: 409 },
  imports: { keys: [['name'], ['phone']] },
  check: canBeCalled,
});

export type Hotline = DocOf<typeof hotline>;
export type HotlineRow = RowOf<typeof hotline>;
