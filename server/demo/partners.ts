import type { Partner, partner } from '@lobby/shared/modules/partner.ts';
import { baseOf, idsOf, type Made } from './documents.ts';
import { phoneOf } from './names.ts';
import type { Site } from './sites.ts';

const PARTNERS: readonly (readonly [code: string, name: string, type: Partner['type'], contact: string])[] = [
  ['TMN', 'Thang máy Thiên Nam', 'MAINTENANCE', 'Đinh Văn Lộc'],
  ['PCCC', 'PCCC An Phúc', 'MAINTENANCE', 'Ngô Thị Vân'],
  ['VSX', 'Vệ sinh Xanh', 'CONTRACTOR', 'Phan Hữu Tài'],
  ['BVL', 'Bảo vệ Long Hải', 'CONTRACTOR', 'Trịnh Công Danh'],
  ['CQP', 'Cây cảnh Quang Phú', 'CONTRACTOR', 'Mai Thu Hương'],
  ['MNL', 'Máy nước Lạc Hồng', 'SUPPLIER', 'Cao Minh Đạt'],
  ['DNT', 'Điện nước Tân Thành', 'SUPPLIER', 'Lương Gia Bảo'],
  ['VPP', 'Văn phòng phẩm Hoa Mai', 'SUPPLIER', 'Hồ Kim Chi'],
];

/** Whom a project works with. */
export function partnersOf(site: Site): Made<typeof partner>[] {
  const id = idsOf('partner', site.key);
  return PARTNERS.map(([code, name, type, contactName], n) => ({
    ...baseOf(id(n), site.founded),
    projectId: site.id,
    name,
    code,
    type,
    contactName,
    phone: phoneOf(site.phones + 90_000 + n),
    email: `lienhe@${code.toLowerCase()}.example`,
    taxCode: `03${10_000_000 + n * 7919}`,
    address: null,
    note: null,
  }));
}
