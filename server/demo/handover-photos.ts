import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { FileRow } from '../kit/files/file-store.ts';
import { idsOf } from './documents.ts';
import type { Site } from './sites.ts';

const HOME = join(import.meta.dirname, 'photos');
/** Defects of a flat: description, photo, and the items it can occur on, by the beginning of their names. */
export const FAULTS = [
  ['Sơn không đều màu', 'o-vang.jpg', ['Tường', 'Trần']],
  ['Trầy xước', 'xuoc.jpg', ['Cửa chính', 'Cửa đi', 'Cửa sổ', 'Bếp từ', 'Tủ bếp', 'Gương', 'Lan can', 'Lavabo']],
  ['Đóng mở bị kẹt', 'ho-khe.jpg', ['Cửa chính', 'Khoá cửa', 'Cửa đi', 'Cửa sổ', 'Tủ bếp']],
  [
    'Rò nước nhẹ',
    'o-vang.jpg',
    ['Chậu rửa', 'Vòi nước', 'Cấp, thoát nước máy giặt', 'Lavabo', 'Bồn cầu', 'Sen tắm', 'Điều hoà', 'Đồng hồ nước'],
  ],
  ['Gạch bị nứt góc', 'nut.jpg', ['Sàn']],
  ['Thoát nước chậm', 'o-vang.jpg', ['Thoát sàn', 'Chậu rửa', 'Lavabo']],
  ['Thiếu nắp che', 'ho-khe.jpg', ['Tủ điện', 'Đèn', 'Công tắc', 'Ổ cắm', 'Ổ mạng, truyền hình', 'Đầu báo khói']],
  ['Lắp lỏng', 'xuoc.jpg', ['Ổ cắm', 'Công tắc', 'Đèn', 'Lan can', 'Gương', 'Chuông hình', 'Máy hút mùi']],
  ['Ron cửa bị hở', 'ho-khe.jpg', ['Cửa chính', 'Cửa đi', 'Cửa sổ']],
] as const satisfies readonly (readonly [fault: string, photo: string, of: readonly string[]])[];
const ANY_FAULT = ['Giao chưa đủ', 'ho-khe.jpg', []] as const;

/** Faults an item can have; a generic one where none fits. */
export function faultsOf(item: string): readonly (readonly [fault: string, photo: string, of: readonly string[]])[] {
  const matching = FAULTS.filter(([, , of]) => of.some(name => item.startsWith(name)));
  return matching.length > 0 ? matching : [ANY_FAULT];
}

export const BLOCKING_FAULT = ['Cửa chính không khoá được', 'ho-khe.jpg'] as const;
export const REPAIRED_PHOTO = 'da-sua.jpg';

/** Photos and signatures of handovers: the stored rows and the files they are copied from. */
export interface Photos {
  /** Adds a photo for a record; returns its file id. */
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
