import { readdirSync, statSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { FileRow } from '../kit/files/file-store.ts';
import { idsOf } from './documents.ts';
import type { Site } from './sites.ts';

/** Files are named by meter code and reading: "N-A-12.05 01234.jpg". */
const HOME = join(import.meta.dirname, 'photos', 'dong-ho');
const SITE = 'hoasen';

export interface MeterPhoto {
  row: FileRow;
  source: string;
}

/** Meter photos by file name, without its extension. */
export function meterPhotosOf({ id: projectId, key }: Pick<Site, 'id' | 'key'>): Map<string, MeterPhoto> {
  const fileId = idsOf('meter-photo', key);
  const names = key === SITE ? readdirSync(HOME).toSorted() : [];
  return new Map(
    names.map((name, n) => {
      const source = join(HOME, name);
      const row: FileRow = {
        _id: fileId(n),
        projectId,
        name,
        type: 'image/jpeg',
        size: statSync(source).size,
        thumb: false,
        userId: 'demo',
        used: true,
        at: new Date(0),
      };
      return [parse(name).name, { row, source }];
    }),
  );
}

export const shownBy = (meter: string, index: number, digits: number): string =>
  `${meter} ${String(index).padStart(digits, '0')}`;
