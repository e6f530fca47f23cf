import { defineModule } from '../kit/define-module.ts';
import type { DocOf } from '../kit/definition.ts';

export const floor = defineModule({
  name: 'floor',
  emptyChoice: 'EMPTY_FLOOR_SELECTED',
  code: 'UNIT',
  path: '/floor',
  opens: 'units?part=floors&id=',
  icon: 'layers',
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  imports: { keys: [['name', 'blockId']] },
  fields: {
    name: {
      kind: 'text',
      max: 30,
      required: true,
      unique: { within: 'blockId' },
      taken: 'FLOOR_EXISTS',
      search: true,
    },
    blockId: { kind: 'ref', to: 'block', required: true, search: true },
    // Order from the ground up: basements are negative, intermediate floors fractions. Defaults to the number in the
    // name, otherwise to the top.
    order: { kind: 'decimal', min: -20, max: 300 },
  },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: ['name', 'blockId', 'order'],
    sorts: ['order', 'name'],
    defaultSort: 'order',
    filters: ['blockId'],
    indexed: ['blockId'],
  },
  errors: { FLOOR_EXISTS: 409, FLOOR_IN_USE: 409, FLOOR_RANGE_INVALID: 422 },
});

export type Floor = DocOf<typeof floor>;

export const MOST_FLOORS = 120;
