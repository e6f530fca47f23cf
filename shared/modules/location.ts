import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';
import type { Fields } from '../kit/fields.ts';

const names = { max: 60, required: true, search: true } as const;

/** A level of a building's places: the number of places it generates within each place of the parent level. */
export const location = defineModule({
  name: 'location',
  code: 'LOCATION',
  path: '/location',
  route: 'configs-location',
  icon: 'map-pin',
  menu: { group: 'system', order: 2, key: 'locations' },
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    name: { kind: 'text', ...names, index: true, unique: true, taken: 'LOCATION_EXISTS' },
    code: { kind: 'text', ...names, max: 20, index: true, code: true, unique: true, taken: 'LOCATION_CODE_EXISTS' },
    quantity: { kind: 'integer', min: 1, max: 500, required: true },
    parentId: { kind: 'ref', to: 'location' },
  },
  list: {
    columns: ['name', 'code', 'quantity', 'parentId'],
    sorts: ['createdAt', 'name'],
    defaultSort: 'createdAt',
    filters: ['parentId'],
    indexed: ['parentId'],
  },
  errors: {
    LOCATION_EXISTS: 409,
    LOCATION_CODE_EXISTS: 409,
    LOCATION_IN_ITSELF: 422,
    LOCATION_TOO_DEEP: 422,
    LOCATION_TOO_MANY: 422,
    LOCATION_CLASH: 422,
    LOCATION_IN_USE: 409,
  },
});

const placeFields = {
  name: { kind: 'text', max: 400, required: true, search: true },
  code: { kind: 'text', max: 150, required: true, code: true, search: true },
  levelId: { kind: 'ref', to: 'location', required: true, part: true },
  parentId: { kind: 'ref', to: 'place' },
  // Sort key: by age of levels, then number.
  order: { kind: 'text', max: 200, required: true, internal: true, key: true },
} as const satisfies Fields;

/** A place generated from the levels, e.g. `Toà 1 · Tầng 3`, that records refer to. */
export const place = defineModule({
  name: 'place',
  code: 'LOCATION',
  path: '/location/generated',
  opens: 'configs-location?part=places&id=',
  icon: 'map-pin',
  title: 'name',
  flags: ['read', 'export'],
  calls: ['list', 'detail', 'options', 'badges', 'export'],
  fields: placeFields,
  list: {
    columns: ['name', 'code', 'levelId', 'parentId'],
    sorts: ['order', 'name'],
    defaultSort: 'order',
    filters: ['levelId', 'parentId'],
    indexed: ['levelId', 'parentId'],
  },
});

/** Maximum depth of levels, and number of places per project. */
export const MOST_LEVELS = 6;
export const MOST_PLACES = 5000;

export type Level = Pick<DocOf<typeof location>, 'id' | 'name' | 'code' | 'quantity' | 'parentId'>;
