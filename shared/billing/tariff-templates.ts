import type { Step, Version } from './version.ts';

/** A predefined tariff, as most Vietnamese buildings start with, and the source of its figures. */
export interface TariffTemplate {
  key: 'power' | 'powerLodgers' | 'drainage' | 'waterPerPerson' | 'waterPerUnit' | 'management' | 'motorbike' | 'car';
  values: Partial<Omit<Version, 'id' | 'effectiveFrom'>>;
  /** The legal act that sets its prices; prices of the building itself are set by its conference. */
  source: string;
}

const tiers = (...rows: readonly (readonly [to: number | null, price: number])[]): Step[] =>
  rows.map(([to, price]) => ({ to, price }));
const PLAIN = { pricing: 'FORMULA', formulaType: 'NUMBER_USE', vatKind: 'RATE' } as const;

export const TARIFF_TEMPLATES: readonly TariffTemplate[] = [
  {
    key: 'power',
    source: 'Quyết định 1279/QĐ-BCT, 09/05/2025',
    values: {
      ...PLAIN,
      vat: 8,
      tiers: tiers([50, 1984], [100, 2050], [200, 2380], [300, 2998], [400, 3350], [null, 3460]),
    },
  },
  {
    key: 'powerLodgers',
    source: 'Thông tư 60/2025/TT-BCT, Điều 12',
    values: {
      ...PLAIN,
      vat: 8,
      tierPeople: 4,
      noPeopleTier: 3,
      tiers: tiers([50, 1984], [100, 2050], [200, 2380], [300, 2998], [400, 3350], [null, 3460]),
    },
  },
  {
    key: 'drainage',
    source: 'Bảng giá dịch vụ thoát nước TP.HCM (30 %)',
    values: { ...PLAIN, vat: 8, tierPeople: 1, tiers: tiers([4, 2010], [6, 3870], [null, 4320]) },
  },
  {
    key: 'waterPerPerson',
    source: 'Quyết định 25/2019/QĐ-UBND (TP.HCM); Nghị định 53/2020/NĐ-CP',
    values: {
      ...PLAIN,
      tierPeople: 1,
      vat: 5,
      tiers: tiers([4, 6700], [6, 12_900], [null, 14_400]),
    },
  },
  {
    key: 'waterPerUnit',
    source: 'Quyết định 3541/QĐ-UBND, 07/07/2023 (Hà Nội); Nghị định 53/2020/NĐ-CP',
    values: {
      ...PLAIN,
      vat: 5,
      surchargeTax: 10,
      tiers: tiers([10, 8500], [20, 9900], [30, 16_000], [null, 27_000]),
    },
  },
  {
    key: 'management',
    source: 'Luật Nhà ở 27/2023/QH15, Điều 151',
    values: { ...PLAIN, vat: 8, tiers: tiers([null, 12_000]) },
  },
  {
    key: 'motorbike',
    source: 'Quyết định 44/2017/QĐ-UBND (Hà Nội)',
    values: { ...PLAIN, vat: 10, vatIncluded: true, tiers: tiers([null, 100_000]) },
  },
  {
    key: 'car',
    source: 'Quyết định 44/2017/QĐ-UBND (Hà Nội)',
    values: { ...PLAIN, vat: 10, vatIncluded: true, tiers: tiers([null, 1_250_000]) },
  },
];
