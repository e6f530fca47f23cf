import { addDays, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { type Partner, partner } from '@lobby/shared/modules/partner.ts';
import { partnerContract } from '@lobby/shared/modules/partner-contract.ts';
import { checkDigitOf } from '@lobby/shared/modules/tax-code.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import { phoneOf } from './names.ts';
import type { Site } from './sites.ts';
import { partnerFigures, worksOf } from './works-of-upkeep.ts';

type PartnerSeed = readonly [
  ...[code: string, name: string, type: Partner['type'], contact: string, services: string],
  ...[subject: string, value: number, endsIn: number],
];

/** Partners with their contract: subject, yearly value, and days until it ends. */
const PARTNERS: readonly PartnerSeed[] = [
  [
    'TMN',
    'Thang máy Thiên Nam',
    'MAINTENANCE',
    'Đinh Văn Lộc',
    'Bảo trì, sửa chữa thang máy',
    'Bảo trì 12 thang máy',
    312_000_000,
    148,
  ],
  [
    'PCCC',
    'PCCC An Phúc',
    'MAINTENANCE',
    'Ngô Thị Vân',
    'Bảo trì hệ thống chữa cháy',
    'Bảo trì hệ thống PCCC',
    96_000_000,
    22,
  ],
  [
    'VSX',
    'Vệ sinh Xanh',
    'CONTRACTOR',
    'Phan Hữu Tài',
    'Vệ sinh toà nhà, lau kính',
    'Vệ sinh khu vực chung',
    684_000_000,
    201,
  ],
  ['BVL', 'Bảo vệ Long Hải', 'CONTRACTOR', 'Trịnh Công Danh', 'Bảo vệ mục tiêu', 'Bảo vệ 24/7', 1_152_000_000, 95],
  [
    'CQP',
    'Cây cảnh Quang Phú',
    'CONTRACTOR',
    'Mai Thu Hương',
    'Chăm sóc cây xanh',
    'Chăm sóc cây xanh, cảnh quan',
    84_000_000,
    11,
  ],
  [
    'MNL',
    'Máy nước Lạc Hồng',
    'SUPPLIER',
    'Cao Minh Đạt',
    'Máy bơm, van, đường ống',
    'Cung cấp vật tư máy bơm',
    60_000_000,
    260,
  ],
  [
    'DNT',
    'Điện nước Tân Thành',
    'SUPPLIER',
    'Lương Gia Bảo',
    'Vật tư điện, nước',
    'Cung cấp vật tư điện nước',
    120_000_000,
    310,
  ],
  [
    'VPP',
    'Văn phòng phẩm Hoa Mai',
    'SUPPLIER',
    'Hồ Kim Chi',
    'Văn phòng phẩm',
    'Cung cấp văn phòng phẩm',
    18_000_000,
    -37,
  ],
  [
    'KDM',
    'Kiểm định An toàn Miền Nam',
    'MAINTENANCE',
    'Vũ Đình Thắng',
    'Kiểm định thang máy, thiết bị nâng, tiếp địa',
    'Kiểm định kỹ thuật an toàn hằng năm',
    54_000_000,
    127,
  ],
  [
    'MPT',
    'Máy phát điện Trường Phát',
    'MAINTENANCE',
    'Tạ Quang Huy',
    'Bảo trì, sửa chữa máy phát điện',
    'Bảo trì 2 máy phát điện',
    48_000_000,
    174,
  ],
  [
    'HTM',
    'Hoàn thiện Minh Khang',
    'CONTRACTOR',
    'Lý Văn Sơn',
    'Sơn, trần, sàn, ốp lát',
    'Sửa lỗi hoàn thiện sau bàn giao',
    420_000_000,
    233,
  ],
  [
    'NKV',
    'Cửa và nhôm kính Việt Phát',
    'CONTRACTOR',
    'Đoàn Thị Nga',
    'Cửa, khoá, nhôm kính, tủ bếp',
    'Sửa cửa và nhôm kính sau bàn giao',
    180_000_000,
    233,
  ],
];
const YEAR = 365;
const ENDING = 30;

/** The first tax code of a number range with a valid check digit. */
function taxCodeOf(n: number): string {
  for (let nine = 31_000_000 + n * 7919; ; nine++) {
    const digit = checkDigitOf(`0${nine}`);
    if (digit) return `0${nine}${digit}`;
  }
}

/** Partners with their figures; those whose contract has ended are inactive. */
export function partnersOf(site: Site, now: Date): Made<typeof partner>[] {
  const id = idsOf('partner', site.key);
  const works = worksOf(site, now);
  return PARTNERS.map(([code, name, type, contactName, services, , , endsIn], n) =>
    recordOf(partner, site.id, id(n), site.founded, {
      name,
      code,
      type,
      contactName,
      services,
      phone: phoneOf(site.phones + 90_000 + n),
      email: `lienhe@${code.toLowerCase()}.example`,
      taxCode: taxCodeOf(n),
      ...partnerFigures(works, id(n)),
      ...(endsIn >= 0
        ? { contractEndsOn: addDays(dayOf(now, VIETNAM), endsIn), contractEnding: endsIn <= ENDING }
        : { status: 'INACTIVE', reason: 'Chuyển sang nhà cung cấp khác' }),
    }),
  );
}

/** The one-year contract with each partner. */
export function partnerContractsOf(site: Site, now: Date): Made<typeof partnerContract>[] {
  const [id, partnerId] = [idsOf('partner-contract', site.key), idsOf('partner', site.key)];
  return PARTNERS.map(([code, , , , , subject, value, endsIn], n) => {
    const expiryDate = addDays(dayOf(now, VIETNAM), endsIn);
    const startDate = addDays(expiryDate, -YEAR);
    const made = new Date(`${startDate}T02:00:00Z`);
    return recordOf(partnerContract, site.id, id(n), made < site.founded ? site.founded : made, {
      number: `${code}-${startDate.slice(0, 4)}/HĐ`,
      partnerId: partnerId(n),
      subject,
      value,
      signedOn: addDays(startDate, -7),
      startDate,
      expiryDate,
      remindDate: addDays(expiryDate, -ENDING),
      ...(endsIn < 0 ? { status: 'EXPIRED' } : { expiring: endsIn <= ENDING }),
    });
  });
}
