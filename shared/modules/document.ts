import { AUDIENCE_FIELDS, audienceFits } from '../kit/audience.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

const FILE = { kind: 'files', max: 1, required: true, detailOnly: true } as const;
const NOTE = { kind: 'text', max: 300 } as const;

function fits(values: Record<string, unknown>): FieldErrors {
  const without = Array.isArray(values.file) && values.file.length === 0;
  return { ...audienceFits(values), ...(without && { file: { code: 'REQUIRED' } }) };
}

/** A document of the building with all versions. Residents see the latest version of those shared with them. */
export const document = defineModule({
  name: 'document',
  code: 'DOCUMENT',
  path: '/document',
  route: 'documents',
  icon: 'file',
  menu: { group: 'memberUnit', order: 3, key: 'documents', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete', 'export', 'aggregate'],
  fields: {
    name: {
      kind: 'text',
      max: 150,
      required: true,
      unique: { within: 'folderId' },
      taken: 'DOCUMENT_EXISTS',
      search: true,
    },
    description: { kind: 'longText', max: 1000, search: true, detailOnly: true },
    folderId: { kind: 'ref', to: 'folder', required: true, search: true },
    ...AUDIENCE_FIELDS,
    file: FILE,
    type: { kind: 'choice', options: ['PDF', 'IMAGE', 'WORD', 'EXCEL'], readOnly: true },
    size: { kind: 'integer', readOnly: true },
    edition: { kind: 'integer', initial: 1, readOnly: true },
    filedAt: { kind: 'instant', readOnly: true },
  },
  actions: {
    'new-version': { from: [], flag: 'write', key: 'v', icon: 'upload', input: { file: FILE, note: NOTE } },
    move: {
      from: [],
      flag: 'write',
      multi: true,
      key: 'm',
      icon: 'move',
      input: { folderId: { kind: 'ref', to: 'folder', required: true } },
    },
    share: { from: [], flag: 'write', multi: true, key: 's', icon: 'share', input: AUDIENCE_FIELDS },
  },
  undo: {
    move: { action: 'move', input: { folderId: 'folderId' } },
    share: { action: 'share', input: { audience: 'audience', blockIds: 'blockIds', unitIds: 'unitIds' } },
    remove: { action: 'restore' },
  },
  resident: { shared: true },
  list: {
    columns: ['name', 'folderId', 'audience', 'type', 'size', 'edition', 'filedAt'],
    hidden: ['type'],
    sorts: ['name', 'filedAt', 'size'],
    defaultSort: 'name',
    filters: ['folderId', 'audience', 'type', 'blockIds', 'unitIds', 'filedAt'],
    indexed: ['folderId', 'audience'],
    tabs: {
      all: {},
      shared: { audience: { in: ['RESIDENTS', 'UNITS'] } },
      staff: { audience: { in: ['STAFF'] } },
    },
  },
  errors: { DOCUMENT_EXISTS: 409, DOCUMENT_VERSION_IS_NEWEST: 409 },
  check: fits,
});

/** A version of a document with its author and a note on the change. */
export const documentVersion = defineModule({
  name: 'document-version',
  code: 'DOCUMENT',
  path: '/document-version',
  title: 'note',
  flags: ['read'],
  calls: ['list', 'detail', 'badges'],
  fields: {
    documentId: { kind: 'ref', to: 'document', required: true, part: true },
    edition: { kind: 'integer', required: true },
    file: FILE,
    note: NOTE,
    /** Number of the version it restores. */
    restored: { kind: 'integer' },
    author: { kind: 'text', max: 150 },
  },
  list: {
    columns: ['edition', 'documentId', 'note', 'author'],
    sorts: ['edition'],
    defaultSort: '-edition',
    filters: ['documentId'],
    indexed: ['documentId'],
  },
});

export type DocumentRow = RowOf<typeof document>;
export type StoredDocument = DocOf<typeof document>;
