import type { Kind } from './amenity-kind.ts';

const HOURS = [['08:00', '17:30']] as const;
const BASE = { group: 4, hours: HOURS, type: 'NO_RESERVATION', commissionRate: 10, warrantyDays: 30 } as const;

/** Household services offered by partners, each with a price list. */
export const SERVICES: readonly Kind[] = [
  {
    ...BASE,
    partner: 2,
    name: 'Vệ sinh máy lạnh',
    nameEn: 'Air-conditioner cleaning',
    code: 'MAY-LANH',
    icon: 'cleaning',
    priceList: [
      { name: 'Máy treo tường 1 - 1,5 HP', unit: 'máy', price: 180_000 },
      { name: 'Máy treo tường 2 HP', unit: 'máy', price: 220_000 },
      { name: 'Nạp ga bổ sung', unit: 'lần', price: 250_000 },
    ],
  },
  {
    ...BASE,
    partner: 0,
    name: 'Sửa điện nước',
    nameEn: 'Plumbing and electricity',
    code: 'DIEN-NUOC',
    icon: 'other',
    priceList: [
      { name: 'Khảo sát và sửa rò rỉ', unit: 'điểm', price: 350_000 },
      { name: 'Thay vòi, phụ kiện', unit: 'bộ', price: 150_000 },
      { name: 'Thay ổ cắm, công tắc', unit: 'cái', price: 80_000 },
    ],
    otherPartnerIds: [],
  },
  {
    ...BASE,
    partner: 4,
    name: 'Lắp rèm và giá treo',
    nameEn: 'Curtains and shelves',
    code: 'REM',
    icon: 'other',
    dispatch: 'HAND',
    priceList: [
      { name: 'Lắp rèm', unit: 'bộ', price: 300_000 },
      { name: 'Khoan treo tường bê tông', unit: 'lỗ', price: 50_000 },
    ],
  },
  {
    ...BASE,
    partner: 1,
    name: 'Diệt côn trùng',
    nameEn: 'Pest control',
    code: 'CON-TRUNG',
    icon: 'cleaning',
    priceList: [
      { name: 'Căn hộ đến 70 m²', unit: 'lần', price: 600_000 },
      { name: 'Căn hộ trên 70 m²', unit: 'lần', price: 800_000 },
    ],
  },
];
