import type { StoredDocument } from '@lobby/shared/modules/document.ts';

/** Folders: name and index of the parent folder. */
export const FOLDERS: readonly (readonly [name: string, within: number | null])[] = [
  ['Nội quy và quy định', null],
  ['Biên bản', null],
  ['Hội nghị nhà chung cư', 1],
  ['Ban quản trị', 1],
  ['Hướng dẫn', null],
  ['Phòng cháy chữa cháy', 4],
  ['Hợp đồng và đơn mẫu', null],
  ['Hồ sơ kỹ thuật', null],
  ['Thang máy', 7],
  ['Bàn giao căn hộ', null],
];

export type Seen = StoredDocument['audience'] | 'block' | 'unit';
export interface Paper {
  name: string;
  /** Files of all versions, oldest first: days ago, and a note on the change. */
  files: readonly (readonly [file: string, days: number, note?: string])[];
  folder: number;
  seen: Seen;
  /** Index of the block or unit that may see the document. */
  nth?: number;
  description?: string;
}

export const PAPERS: readonly Paper[] = [
  {
    name: 'Nội quy khu căn hộ',
    files: [
      ['noi-quy-1.pdf', 690],
      ['noi-quy-2.pdf', 330, 'Thêm điều về xe điện, đổi giờ yên tĩnh'],
    ],
    folder: 0,
    seen: 'RESIDENTS',
    description: 'Giờ giấc, rác, vật nuôi, khách, xe điện. Ban quản trị thông qua ngày 15/12/2025.',
  },
  { name: 'Quy định gửi xe', files: [['gui-xe.pdf', 410]], folder: 0, seen: 'RESIDENTS' },
  {
    name: 'Quy định thi công, sửa chữa căn hộ',
    files: [['thi-cong.pdf', 402]],
    folder: 0,
    seen: 'RESIDENTS',
    description: 'Hồ sơ phải nộp, giờ làm, những việc không được làm và cách vận chuyển.',
  },
  { name: 'Biên bản hội nghị thường niên 2025', files: [['hoi-nghi.pdf', 352]], folder: 2, seen: 'RESIDENTS' },
  { name: 'Biên bản họp tháng 10/2026', files: [['hop-bqt.pdf', 24]], folder: 3, seen: 'STAFF' },
  { name: 'Hướng dẫn dùng ứng dụng cư dân', files: [['ung-dung.pdf', 120]], folder: 4, seen: 'RESIDENTS' },
  { name: 'Phân loại rác tại nguồn', files: [['phan-loai-rac.png', 88]], folder: 4, seen: 'RESIDENTS' },
  { name: 'Sơ đồ thoát hiểm toà A', files: [['thoat-hiem-a.png', 260]], folder: 5, seen: 'block', nth: 0 },
  { name: 'Sơ đồ thoát hiểm toà B', files: [['thoat-hiem-b.png', 260]], folder: 5, seen: 'block', nth: 1 },
  {
    name: 'Phương án chữa cháy cơ sở',
    files: [['chua-chay.pdf', 158]],
    folder: 5,
    seen: 'STAFF',
    description: 'Bản nộp công an phường tháng 6/2026.',
  },
  { name: 'Hợp đồng thuê căn hộ (mẫu)', files: [['hop-dong-thue.pdf', 300]], folder: 6, seen: 'RESIDENTS' },
  { name: 'Đơn đăng ký thi công (mẫu)', files: [['don-thi-cong.docx', 300]], folder: 6, seen: 'RESIDENTS' },
  { name: 'Kiểm định thang máy đợt 1/2026', files: [['thang-may.pdf', 251]], folder: 8, seen: 'STAFF' },
  { name: 'Biên bản bàn giao', files: [['ban-giao.pdf', 96]], folder: 9, seen: 'unit', nth: 4 },
];
