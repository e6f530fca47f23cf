import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { document, documentVersion, StoredDocument } from '@lobby/shared/modules/document.ts';
import type { folder } from '@lobby/shared/modules/folder.ts';
import type { FileRow } from '../kit/files/file-store.ts';
import { baseOf, idsOf, type Made } from './documents.ts';
import type { Home } from './homes.ts';
import type { Site } from './sites.ts';
import { colleaguesOf } from './staff.ts';
import { FOLDERS, PAPERS } from './texts/papers.ts';

const HOME = join(import.meta.dirname, 'papers');
const MIMES: Readonly<Record<string, readonly [mime: string, type: NonNullable<StoredDocument['type']>]>> = {
  pdf: ['application/pdf', 'PDF'],
  png: ['image/png', 'IMAGE'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'WORD'],
};
const kindOf = (file: string) => MIMES[file.split('.').at(-1) ?? ''] ?? (['application/pdf', 'PDF'] as const);

export function foldersOf(site: Site): Made<typeof folder>[] {
  const id = idsOf('folder', site.key);
  return FOLDERS.map(([name, within], n) => ({
    ...baseOf(id(n), site.founded),
    projectId: site.id,
    name,
    parentId: within === null ? null : id(within),
  }));
}

interface Shelf {
  documents: Made<typeof document>[];
  versions: Made<typeof documentVersion>[];
  /** Stored row of each file, and the path it is copied from. */
  files: { row: FileRow; source: string }[];
}

/** Documents of a project in their folders, with all versions and files. */
export function papersOf(site: Site, homes: readonly Home[], now: Date): Shelf {
  const [folderId, documentId, versionId, fileId, blockId, unitId] = (
    ['folder', 'document', 'document-version', 'file', 'block', 'unit'] as const
  ).map(kind => idsOf(kind, site.key)) as [Id, Id, Id, Id, Id, Id];
  const author = colleaguesOf(site)[0]?.name ?? null;
  const shelf: Shelf = { documents: [], versions: [], files: [] };
  const blocks = new Set(homes.map(({ block }) => block)).size;
  for (const [n, paper] of PAPERS.entries()) {
    if (paper.seen === 'block' && (paper.nth ?? 0) >= blocks) continue;
    const home = paper.seen === 'unit' ? homes[paper.nth ?? 0] : undefined;
    for (const [at, [file, days, note]] of paper.files.entries()) {
      // In the morning by local time.
      const filedAt = new Date((Math.floor(now.getTime() / DAY_MS) - days) * DAY_MS + (2 * 60 + n * 7) * 60_000);
      const number = shelf.files.length;
      const [type] = kindOf(file);
      const source = join(HOME, file);
      const of = { entity: 'document', id: documentId(n) };
      const row = { _id: fileId(number), projectId: site.id, name: file, type, size: statSync(source).size };
      shelf.files.push({ row: { ...row, thumb: false, userId: 'demo', used: true, of, at: filedAt }, source });
      shelf.versions.push({
        ...baseOf(versionId(number), filedAt),
        projectId: site.id,
        documentId: documentId(n),
        edition: at + 1,
        file: [row._id],
        note: note ?? null,
        restored: null,
        author,
      });
    }
    const [first, last] = [shelf.versions.at(-paper.files.length), shelf.files.at(-1)?.row];
    if (!first || !last) continue;
    shelf.documents.push({
      ...baseOf(documentId(n), first.createdAt),
      projectId: site.id,
      name: home ? `${paper.name} ${home.code}` : paper.name,
      description: paper.description ?? null,
      folderId: folderId(paper.folder),
      audience: paper.seen === 'block' || paper.seen === 'unit' ? 'UNITS' : paper.seen,
      blockIds: paper.seen === 'block' ? [blockId(paper.nth ?? 0)] : [],
      unitIds: home ? [unitId(paper.nth ?? 0)] : [],
      file: [last._id],
      type: kindOf(last.name)[1],
      size: last.size,
      edition: paper.files.length,
      filedAt: last.at,
    });
  }
  return shelf;
}

type Id = (n: number) => string;
