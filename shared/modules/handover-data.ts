import { defineModule } from '../kit/define-module.ts';
import type { RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { UNIT_TYPES } from './unit.ts';

export const HANDOVER = 'HANDOVER';
const SCREEN = 'handover/data-configuration';

/** Normalised unique key, set by the server. */
const KEY = { kind: 'text', max: 200, key: true, readOnly: true, internal: true, unique: true } as const;
const SWITCHED = {
  activate: { from: [], togglesFlag: true, flag: 'updateStatus', when: { active: ['false'] } },
  deactivate: { from: [], togglesFlag: true, flag: 'updateStatus', when: { active: ['true'] } },
} as const;
const ACTIVE = { kind: 'flag', initial: true, readOnly: true } as const;
const DATA_FLAGS = ['read', 'write', 'delete', 'export', 'updateStatus'] as const;

/** A room type of flats, in walking order. */
export const propertyRoom = defineModule({
  name: 'property-room',
  code: HANDOVER,
  path: '/handover/property-room',
  opens: `${SCREEN}?part=rooms&id=`,
  icon: 'door',
  title: 'name',
  offered: { active: 'true' },
  flags: DATA_FLAGS,
  fields: {
    order: { kind: 'integer', min: 1, max: 9999 },
    name: {
      kind: 'text',
      min: 2,
      max: 100,
      required: true,
      unique: true,
      unaccented: true,
      taken: 'ROOM_EXISTS',
      search: true,
    },
    icon: {
      kind: 'choice',
      options: ['living', 'bedroom', 'kitchen', 'bath', 'balcony', 'hall', 'storage', 'other'],
      initial: 'other',
    },
    note: { kind: 'text', max: 200 },
    active: ACTIVE,
    nameKey: { ...KEY, blames: 'name', taken: 'ROOM_EXISTS' },
  },
  actions: {
    ...SWITCHED,
    // Moved by a separate route, which names the neighbour.
    place: { from: [], flag: 'write', by: 'system' },
  },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: ['order', 'name', 'icon', 'note', 'active', 'createdAt'],
    sorts: ['order', 'name', 'createdAt'],
    defaultSort: 'order',
    filters: ['active', 'icon', 'createdAt'],
    tabs: { active: { active: { in: ['true'] } }, all: {} },
  },
  errors: { ROOM_EXISTS: 409, ROOM_ORDER_EXISTS: 409 },
  imports: { keys: [['name']] },
});

/** An item to inspect in a room, with its warranty period. */
export const propertyItem = defineModule({
  name: 'property-item',
  code: HANDOVER,
  path: '/handover/property-item',
  opens: `${SCREEN}?part=items&id=`,
  icon: 'boxes',
  title: 'name',
  apart: ['code'],
  offered: { active: 'true' },
  flags: DATA_FLAGS,
  fields: {
    name: { kind: 'text', min: 2, max: 150, required: true, search: true },
    code: {
      kind: 'text',
      code: true,
      max: 30,
      required: true,
      unique: true,
      taken: 'ITEM_CODE_EXISTS',
      search: true,
    },
    category: {
      kind: 'choice',
      options: [
        'FLOOR',
        'WALL',
        'CEILING',
        'DOOR',
        'WINDOW',
        'ELECTRICAL',
        'WATER',
        'SANITARY',
        'APPLIANCE',
        'FURNITURE',
        'METER',
        'KEY',
        'OTHER',
      ],
      required: true,
    },
    brand: { kind: 'text', max: 60, search: true },
    model: { kind: 'text', max: 60, search: true, unique: true, taken: 'MODEL_EXISTS' },
    unitName: { kind: 'text', max: 20 },
    warrantyMonths: { kind: 'integer', min: 0, max: 120, initial: 24 },
    checks: {
      kind: 'lines',
      max: 20,
      detailOnly: true,
      of: { check: { kind: 'text', max: 200, required: true } },
    },
    image: { kind: 'files', max: 1, images: true, detailOnly: true },
    active: ACTIVE,
    codeKey: { ...KEY, blames: 'code', taken: 'ITEM_CODE_EXISTS' },
    modelKey: { ...KEY, blames: 'model', taken: 'MODEL_EXISTS' },
  },
  actions: SWITCHED,
  undo: { remove: { action: 'restore' } },
  list: {
    columns: ['name', 'code', 'category', 'brand', 'model', 'unitName', 'warrantyMonths', 'active', 'createdAt'],
    hidden: ['unitName', 'createdAt'],
    sorts: ['name', 'code', 'createdAt'],
    defaultSort: 'name',
    filters: ['category', 'brand', 'active', 'createdAt'],
    tabs: { active: { active: { in: ['true'] } }, all: {} },
  },
  errors: { ITEM_CODE_EXISTS: 409, MODEL_EXISTS: 409 },
  imports: { keys: [['code']] },
});

export type PropertyItemRow = RowOf<typeof propertyItem>;

export const MOST_LINES = 500;

/** Refuses duplicate items within a room, and duplicate unit types. */
function templateFits({ lines, unitTypes }: Record<string, unknown>): FieldErrors {
  const errors: FieldErrors = {};
  const once = (value: unknown, at: (n: number) => string, keyOf: (line: Record<string, unknown>) => string | null) => {
    const seen = new Set<string>();
    for (const [n, line] of (Array.isArray(value) ? value : []).entries()) {
      const key = keyOf(line ?? {});
      if (key !== null && seen.has(key)) errors[at(n)] = { code: 'LISTED_TWICE' };
      if (key !== null) seen.add(key);
    }
  };
  once(
    lines,
    n => `lines.${n}.itemId`,
    ({ roomId, itemId }) => (roomId && itemId ? `${roomId} ${itemId}` : null),
  );
  once(
    unitTypes,
    n => `unitTypes.${n}.type`,
    ({ type }) => (type ? String(type) : null),
  );
  return errors;
}

/** Inspection template for unit types: rooms with their items. */
export const handoverTemplate = defineModule({
  name: 'handover-template',
  code: HANDOVER,
  path: '/handover/template',
  route: SCREEN,
  opens: `${SCREEN}?tab=all&id=`,
  icon: 'layers',
  menu: { group: 'advanced', order: 7, key: 'handoverData', makes: true },
  title: 'name',
  offered: { active: 'true' },
  flags: DATA_FLAGS,
  fields: {
    name: {
      kind: 'text',
      min: 2,
      max: 100,
      required: true,
      unique: true,
      unaccented: true,
      taken: 'TEMPLATE_EXISTS',
      search: true,
    },
    unitTypes: {
      kind: 'lines',
      max: UNIT_TYPES.length,
      of: { type: { kind: 'choice', options: UNIT_TYPES, required: true } },
    },
    bedrooms: { kind: 'integer', min: 0, max: 9 },
    blockIds: { kind: 'refs', to: 'block', max: 50 },
    lines: {
      kind: 'lines',
      max: MOST_LINES,
      detailOnly: true,
      of: {
        roomId: { kind: 'ref', to: 'property-room', required: true },
        itemId: { kind: 'ref', to: 'property-item', required: true },
        quantity: { kind: 'integer', min: 1, max: 99, initial: 1 },
        required: { kind: 'flag', initial: true },
      },
    },
    lineCount: { kind: 'integer', initial: 0, readOnly: true },
    active: ACTIVE,
    nameKey: { ...KEY, blames: 'name', taken: 'TEMPLATE_EXISTS' },
    /** Unique key: active templates do not overlap in their unit types. */
    fitKey: { ...KEY, max: 2000, blames: 'unitTypes', taken: 'TEMPLATE_EXISTS' },
  },
  actions: {
    ...SWITCHED,
    copy: { from: [], flag: 'write', input: { name: { kind: 'text', min: 2, max: 100, required: true } } },
  },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: ['name', 'unitTypes', 'bedrooms', 'blockIds', 'lineCount', 'active', 'createdAt'],
    sorts: ['name', 'createdAt'],
    defaultSort: 'name',
    filters: ['unitTypes', 'bedrooms', 'blockIds', 'active', 'createdAt'],
    tabs: { active: { active: { in: ['true'] } }, all: {} },
  },
  errors: {
    TEMPLATE_EXISTS: 409,
    HANDOVER_INVALID: 422,
    ROOM_MISSING: 422,
    ITEM_MISSING: 422,
    TEMPLATE_EMPTY: 422,
    PLACE_MISSING: 422,
  },
  check: templateFits,
});

/** Import of templates, one row per line; rows of the same name form a template. Has no records of its own. */
export const TEMPLATE_SHEET = {
  definition: defineModule({
    name: handoverTemplate.name,
    code: HANDOVER,
    path: handoverTemplate.path,
    title: 'name',
    flags: ['read', 'write'],
    calls: [],
    // Not unique here, since several rows share a name.
    fields: { name: { kind: 'text', min: 2, max: 100, required: true }, ...handoverTemplate.fields.lines.of },
    list: { columns: ['name'], sorts: ['name'], defaultSort: 'name', filters: [] },
    errors: { ROOM_MISSING: 422, ITEM_MISSING: 422 },
    imports: true,
  }),
};

export type HandoverTemplateRow = RowOf<typeof handoverTemplate>;
