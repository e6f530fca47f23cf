import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import type { Fields } from '../kit/fields.ts';

/** Icons of amenities and amenity groups. */
export const UTILITY_ICONS = [
  'sport',
  'tennis',
  'football',
  'badminton',
  'basketball',
  'golf',
  'gym',
  'yoga',
  'pool',
  'sauna',
  'spa',
  'barbecue',
  'party',
  'meeting',
  'cinema',
  'karaoke',
  'library',
  'play-area',
  'garden',
  'parking',
  'laundry',
  'cleaning',
  'partner',
  'other',
] as const;

/** Names in other languages; an empty one falls back to English, then to `name`. */
export const OTHER_NAMES = {
  nameEn: { kind: 'text', max: 100, search: true },
  nameJa: { kind: 'text', max: 100, search: true, detailOnly: true },
  nameZh: { kind: 'text', max: 100, search: true, detailOnly: true },
  nameKo: { kind: 'text', max: 100, search: true, detailOnly: true },
} as const satisfies Fields;

/** Display position; assigned by the server where left empty. */
export const DISPLAY_ORDER = { kind: 'integer', min: 1, max: 9999 } as const;
/** Acts of amenities and amenity groups. */
export const OFFERED_ACTIONS = {
  activate: { from: [], togglesFlag: true, flag: 'updateStatus', when: { active: ['false'] } },
  deactivate: {
    from: [],
    togglesFlag: true,
    flag: 'updateStatus',
    when: { active: ['true'] },
    reason: true,
    danger: true,
  },
  // Moved by a separate route, which names the neighbour.
  place: { from: [], flag: 'write', by: 'system' },
} as const;
export const REASON = { kind: 'longText', max: 1000, readOnly: true, staffOnly: true, detailOnly: true } as const;

/** A group of amenities as residents see it. */
export const utilityGroup = defineModule({
  name: 'utility-group',
  code: 'AMENITY',
  path: '/utility-group',
  opens: 'configs-amenities?part=groups&id=',
  icon: 'layers',
  title: 'name',
  flags: ['read', 'write', 'delete', 'updateStatus', 'export'],
  fields: {
    displayOrder: DISPLAY_ORDER,
    name: {
      kind: 'text',
      min: 2,
      max: 100,
      required: true,
      unique: true,
      taken: 'UTILITY_GROUP_NAME_EXISTS',
      search: true,
    },
    ...OTHER_NAMES,
    code: {
      kind: 'text',
      code: true,
      max: 20,
      required: true,
      unique: true,
      taken: 'UTILITY_GROUP_CODE_EXISTS',
      search: true,
    },
    icon: { kind: 'choice', options: UTILITY_ICONS, initial: 'other' },
    image: { kind: 'files', max: 1, images: true, detailOnly: true },
    description: { kind: 'longText', max: 1000, detailOnly: true },
    active: { kind: 'flag', initial: true, readOnly: true },
    amenityCount: { kind: 'integer', initial: 0, readOnly: true },
    reason: REASON,
  },
  actions: {
    ...OFFERED_ACTIONS,
  },
  undo: { remove: { action: 'restore' } },
  resident: { everyone: ['active'] },
  list: {
    columns: ['displayOrder', 'icon', 'name', 'nameEn', 'code', 'amenityCount', 'active', 'createdAt'],
    hidden: ['nameEn', 'createdAt'],
    sorts: ['displayOrder', 'name', 'createdAt'],
    defaultSort: 'displayOrder',
    filters: ['active', 'createdAt'],
    tabs: { active: { active: { in: ['true'] } }, all: {} },
  },
  errors: {
    UTILITY_GROUP_NAME_EXISTS: 409,
    UTILITY_GROUP_CODE_EXISTS: 409,
    UTILITY_DISPLAY_ORDER_EXISTS: 409,
  },
  imports: { keys: [['code'], ['name']] },
});

export type UtilityGroup = DocOf<typeof utilityGroup>;
