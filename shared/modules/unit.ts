import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { listInput } from '../kit/list-input.ts';

export const block = defineModule({
  name: 'block',
  emptyChoice: 'EMPTY_BUILDING_SELECTED',
  code: 'UNIT',
  path: '/block',
  opens: 'units?part=blocks&id=',
  icon: 'building',
  title: 'name',
  flags: ['read', 'write', 'delete'],
  fields: { name: { kind: 'text', max: 60, required: true, unique: true, search: true } },
  undo: { remove: { action: 'restore' } },
  list: { columns: ['name'], sorts: ['name'], defaultSort: 'name', filters: [] },
});

/** Types of units, as sold. */
export const UNIT_TYPES = [
  'APARTMENT',
  'STUDIO',
  'DUPLEX',
  'PENTHOUSE',
  'OFFICETEL',
  'SHOPHOUSE',
  'OFFICE',
  'TOWNHOUSE',
  'VILLA',
  'OTHER',
] as const;

/** Construction, sale and use (product.md 4). */
const BUILD_STATUSES = [
  'COMPLETE',
  'RAW',
  'HANDOVER_KEY',
  'FURNITURE_CONSTRUCTING',
  'USAGE_BY_HOUSEHOLDER',
  'USAGE_BY_RENTER',
  'HANDOVER',
  'HAVE_NOT_YET_HANDOVER',
  'SOLD',
  'DESIGN_IN_REVIEW',
  'DESIGN_APPROVAL',
  'UNDER_CONSTRUCTION',
  'CONSTRUCTION_COMPLETED',
] as const;

const DIRECTIONS = ['EAST', 'SOUTHEAST', 'SOUTH', 'SOUTHWEST', 'WEST', 'NORTHWEST', 'NORTH', 'NORTHEAST'] as const;

/** In m². */
const AREA = { kind: 'decimal', min: 1, max: 100_000 } as const;
const COUNT = { kind: 'integer', min: 0, max: 99 } as const;
const BUILD_STATUS = { kind: 'choice', options: BUILD_STATUSES } as const;
const HANDOVER_STATUS = { kind: 'choice', options: ['NOT_YET', 'HANDED_OVER'] } as const;
const LABELS = { kind: 'refs', to: 'label', where: { type: 'UNIT' }, max: 20 } as const;

/** Refuses a usable or carpet area larger than the total area (rules.md 5, Numbers). */
function areasFit({ area, useArea, carpetArea }: Record<string, unknown>): FieldErrors {
  const beyond = (part: unknown) => typeof area === 'number' && typeof part === 'number' && part > area;
  return {
    ...(beyond(useArea) && { useArea: { code: 'AREA_MISMATCH' } }),
    ...(beyond(carpetArea) && { carpetArea: { code: 'AREA_MISMATCH' } }),
  };
}

export const unit = defineModule({
  name: 'unit',
  emptyChoice: 'EMPTY_APARTMENT_SELECTED',
  code: 'UNIT',
  path: '/unit',
  route: 'units',
  icon: 'door',
  menu: { group: 'memberUnit', order: 1, key: 'units', makes: true },
  linked: ['code'],
  title: 'code',
  // The code alone does not identify a unit for people.
  apart: ['blockId', 'floorId', 'type'],
  flags: ['read', 'write', 'delete', 'export', 'updateStatus', 'aggregate'],
  imports: { keys: [['code']], begins: ['appUsage'] },
  fields: {
    code: {
      kind: 'text',
      max: 30,
      required: true,
      unique: true,
      taken: 'APARTMENT_EXISTS',
      search: true,
      code: true,
      numbers: true,
    },
    // Its code equals that of another unit apart from separators.
    codeAlike: { kind: 'flag', staffOnly: true, detailOnly: true },
    // Follows the residencies (`resident/homes/unit-state.ts`).
    householderId: { kind: 'ref', to: 'resident', readOnly: true, staffOnly: true, readersOnly: true, holds: [] },
    name: { kind: 'text', max: 100, unique: true, taken: 'UNIT_NAME_EXISTS', search: true },
    type: { kind: 'choice', options: UNIT_TYPES, required: true },
    blockId: { kind: 'ref', to: 'block', required: true },
    floorId: { kind: 'ref', to: 'floor', required: true },
    labelIds: { ...LABELS, staffOnly: true },
    area: AREA,
    useArea: AREA,
    carpetArea: AREA,
    direction: { kind: 'choice', options: DIRECTIONS },
    bedrooms: COUNT,
    bathrooms: COUNT,
    balconies: COUNT,
    windows: COUNT,
    storeys: COUNT,
    buildStatus: { ...BUILD_STATUS, initial: 'HAVE_NOT_YET_HANDOVER' },
    handoverStatus: { ...HANDOVER_STATUS, initial: 'NOT_YET' },
    handedOverOn: { kind: 'date', readOnly: true, detailOnly: true },
    state: { kind: 'choice', options: ['EMPTY', 'IN_USE'], initial: 'EMPTY' },
    appUsage: { kind: 'flag', initial: true, readOnly: true },
    balance: { kind: 'money', initial: 0, readOnly: true, staffOnly: true, detailOnly: true },
    address: { kind: 'text', address: true, max: 300, detailOnly: true },
    thumbnail: { kind: 'files', max: 1, images: true, detailOnly: true },
    attachments: { kind: 'files', max: 5, staffOnly: true, detailOnly: true },
  },
  actions: {
    label: { from: [], flag: 'write', multi: true, key: 'l', list: 'labelIds', input: listInput('labelIds', LABELS) },
    standing: {
      from: [],
      flag: 'updateStatus',
      multi: true,
      input: { buildStatus: BUILD_STATUS, handoverStatus: HANDOVER_STATUS },
    },
    'app-usage': { from: [], flag: 'updateStatus', multi: true, input: { appUsage: { kind: 'flag', required: true } } },
  },
  undo: {
    label: { action: 'label', input: { labelIds: 'labelIds' } },
    standing: { action: 'standing', input: { buildStatus: 'buildStatus', handoverStatus: 'handoverStatus' } },
    'app-usage': { action: 'app-usage', input: { appUsage: 'appUsage' } },
    remove: { action: 'restore' },
  },
  list: {
    columns: [
      'code',
      'householderId',
      'name',
      'type',
      'blockId',
      'floorId',
      'state',
      'area',
      'useArea',
      'carpetArea',
      'bedrooms',
      'direction',
      'labelIds',
      'buildStatus',
      'handoverStatus',
      'appUsage',
    ],
    hidden: ['name', 'useArea', 'carpetArea', 'direction', 'buildStatus', 'appUsage'],
    sorts: ['code', 'area'],
    defaultSort: 'code',
    setUp: { rank: 1, least: 1 },
    filters: [
      'state',
      'blockId',
      'floorId',
      'type',
      'buildStatus',
      'handoverStatus',
      'labelIds',
      'appUsage',
      'bedrooms',
      'area',
    ],
    indexed: ['blockId', 'floorId', 'state'],
    tabs: { all: {}, inUse: { state: { in: ['IN_USE'] } }, empty: { state: { in: ['EMPTY'] } } },
  },
  errors: {
    APARTMENT_EXISTS: 409,
    UNIT_NAME_EXISTS: 409,
    UNIT_CODE_ALIKE: 409,
    AREA_MISMATCH: 400,
    FLOOR_INVALID: 422,
    UNIT_LIVED_IN: 422,
  },
  check: areasFit,
});

/** Fields that the floor plan loads. */
export const PLAN_FIELDS = ['version', 'code', 'blockId', 'floorId', 'state', 'buildStatus', 'handoverStatus'] as const;

export type Unit = DocOf<typeof unit>;
export type UnitRow = RowOf<typeof unit>;
