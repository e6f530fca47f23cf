import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

export const HOTLINE_KINDS = ['MAIN', 'SECURITY', 'TECHNICAL', 'EMERGENCY', 'MANAGEMENT', 'OTHER'] as const;
/** No project has more numbers. */
export const MOST_HOTLINES = 30;

/** The digits of a number that can be called, or null: 0 or +84 and 8 to 10 digits, or the 3 to 11 of a service line. */
export function digitsOfCall(text: string): string | null {
  const bare = text.replace(/[\s.()-]/g, '').replace(/^\+84/, '0');
  return /^0\d{8,10}$|^[1-9]\d{2,10}$/.test(bare) ? bare : null;
}

/** A number that a phone dials. */
function canBeCalled({ phone }: Record<string, unknown>): FieldErrors {
  return typeof phone === 'string' && phone && !digitsOfCall(phone) ? { phone: { code: 'PHONE_INVALID' } } : {};
}

/** The numbers that residents call, in the order in which they see them; one of them is the first of all. */
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
    /** Normalised digits to compare numbers by. */
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
    // By its own call: it takes the record that it comes before or after.
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
