import { defineModule } from '../kit/define-module.ts';
import type { RowOf } from '../kit/definition.ts';
import { fold, nameKey } from '../kit/text-search.ts';
import { ITEM_FIELDS, itemsFit, MOST_HELP, MOST_ITEMS } from './checklist-items.ts';

/** Normalised name, regardless of case and accents. */
export const checklistKey = (name: string): string => fold(nameKey(name));

/** A checklist for technicians. It has editions; works keep a copy of the edition they were created with. */
export const maintenanceChecklist = defineModule({
  name: 'maintenance-checklist',
  code: 'MAINTENANCE',
  path: '/maintenance-checklist',
  opens: 'config-maintenance-plan?part=checklists&tab=all&id=',
  icon: 'check-square',
  title: 'name',
  offered: { status: 'PUBLISHED' },
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    name: { kind: 'text', min: 2, max: 150, required: true, search: true },
    kind: { kind: 'choice', options: ['MAINTENANCE', 'INSPECTION', 'CORRECTIVE', 'PATROL'], required: true },
    categoryId: { kind: 'ref', to: 'item-category', where: { of: 'DEVICE' } },
    description: { kind: 'longText', max: 5000, detailOnly: true },
    edition: { kind: 'integer', initial: 1, readOnly: true },
    items: { kind: 'lines', max: MOST_ITEMS, detailOnly: true, of: ITEM_FIELDS },
    /** Explanatory images, which items refer to by id. */
    helpImages: { kind: 'files', max: MOST_ITEMS * MOST_HELP, images: true, large: true, detailOnly: true },
    itemCount: { kind: 'integer', initial: 0, readOnly: true },
    estimatedMinutes: { kind: 'integer', min: 1, max: 1440 },
    /** Id of the first edition, shared by all editions. */
    listId: { kind: 'text', max: 24, key: true, readOnly: true, internal: true },
    /** Unique key of list and edition, so that concurrent copies do not create two drafts. */
    editionKey: {
      kind: 'text',
      max: 40,
      key: true,
      readOnly: true,
      internal: true,
      unique: true,
      blames: 'edition',
      taken: 'CHECKLIST_HAS_DRAFT',
    },
    nameKey: { kind: 'text', max: 200, key: true, readOnly: true, internal: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  initial: 'DRAFT',
  statuses: {
    DRAFT: { tone: 'waiting', icon: 'clock' },
    PUBLISHED: { tone: 'done', icon: 'circle-check' },
    RETIRED: { tone: 'ended', icon: 'circle-x' },
  },
  editedIn: ['DRAFT'],
  removedIn: ['DRAFT'],
  actions: {
    publish: { from: ['DRAFT'], to: 'PUBLISHED', flag: 'updateStatus', key: 'p' },
    'edit-copy': { from: ['PUBLISHED', 'RETIRED'], flag: 'write' },
    retire: { from: ['PUBLISHED'], to: 'RETIRED', flag: 'updateStatus', reason: true, multi: true, danger: true },
  },
  list: {
    columns: ['name', 'kind', 'categoryId', 'itemCount', 'edition', 'estimatedMinutes', 'createdAt', 'status'],
    hidden: ['createdAt'],
    sorts: ['name', 'createdAt'],
    defaultSort: 'name',
    filters: ['status', 'kind', 'categoryId', 'createdAt'],
    tabs: {
      inUse: { status: { in: ['PUBLISHED'] } },
      drafts: { status: { in: ['DRAFT'] } },
      retired: { status: { in: ['RETIRED'] } },
      all: {},
    },
  },
  errors: {
    CHECKLIST_EXISTS: 409,
    CHECKLIST_HAS_DRAFT: 409,
    CHECKLIST_EMPTY: 422,
    CHECKLIST_ITEM_INVALID: 400,
  },
  check: ({ items }: Record<string, unknown>) => itemsFit(items),
});

const { name } = maintenanceChecklist.fields;
// Images are only added in the form.
const { helpPictures: _pictures, ...SHEET_FIELDS } = ITEM_FIELDS;

/** Import of checklists, one row per item; rows of the same name form a list. Has no records of its own. */
export const CHECKLIST_SHEET = {
  definition: defineModule({
    name: maintenanceChecklist.name,
    code: maintenanceChecklist.code,
    path: maintenanceChecklist.path,
    title: 'name',
    flags: ['read', 'write'],
    calls: [],
    fields: { name, ...SHEET_FIELDS },
    list: { columns: ['name'], sorts: ['name'], defaultSort: 'name', filters: [] },
    errors: { CHECKLIST_EXISTS: 409, CHECKLIST_ITEM_INVALID: 400 },
    imports: true,
  }),
};

export type MaintenanceChecklistRow = RowOf<typeof maintenanceChecklist>;
