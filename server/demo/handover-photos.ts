import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { FileRow } from '../kit/files/file-store.ts';
import { idsOf } from './documents.ts';
import type { Site } from './sites.ts';

const HOME = join(import.meta.dirname, 'photos');
/** What is wrong with a flat, as engineers write it, and as a picture shows it. */
export const FAULTS = [
  ['Sơn không đều màu', 'o-vang.jpg'],
  ['Trầy xước', 'xuoc.jpg'],
  ['Đóng mở bị kẹt', 'ho-khe.jpg'],
  ['Rò nước nhẹ', 'o-vang.jpg'],
  ['Gạch bị nứt góc', 'nut.jpg'],
  ['Thiếu nắp che', 'ho-khe.jpg'],
  ['Ổ cắm lỏng', 'xuoc.jpg'],
  ['Ron cửa bị hở', 'ho-khe.jpg'],
] as const;
export const BLOCKING_FAULT = ['Cửa chính không khoá được', 'ho-khe.jpg'] as const;
export const REPAIRED_PHOTO = 'da-sua.jpg';

/** Pictures and signatures of handovers: what is kept of each file, and where it comes from. */
export interface Photos {
  /** Keeps a picture of a record; answers its id. */
  add: (name: string, of: FileRow['of'], at: Date) => string;
  files: readonly { row: FileRow; source: string }[];
}

export function photosOf({ id: projectId, key }: Pick<Site, 'id' | 'key'>): Photos {
  const fileId = idsOf('handover-file', key);
  const files: { row: FileRow; source: string }[] = [];
  return {
    files,
    add(name, of, at) {
      const source = join(HOME, name);
      const type = name.endsWith('.png') ? 'image/png' : 'image/jpeg';
      const row = { _id: fileId(files.length), projectId, name, type, size: statSync(source).size };
      files.push({ row: { ...row, thumb: false, userId: 'demo', used: true, ...(of && { of }), at }, source });
      return row._id;
    },
  };
}
