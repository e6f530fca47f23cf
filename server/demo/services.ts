import { TRANSFER_TEMPLATE } from '@lobby/shared/billing/transfer-text.ts';
import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { formula, surcharge, tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { ofToday } from '../modules/tariff/index.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import type { Site } from './sites.ts';
import { colleaguesOf } from './staff.ts';

type ServiceKey = 'manage' | 'water' | 'waste' | 'motorbike' | 'car' | 'power';
type Version = Partial<Made<typeof tariffVersion>>;
type Steps = readonly (readonly [to: number | null, price: number])[];
interface Price {
  name: string;
  group: Made<typeof tariff>['group'];
  values: Version;
  /** Start date (null: since the building was founded) and price tiers. */
  versions: readonly (readonly [from: string | null, steps: Steps])[];
}

const POWER: Steps = [
  [50, 1_984],
  [100, 2_050],
  [200, 2_380],
  [300, 2_998],
  [400, 3_350],
  [null, 3_460],
];
const POWER_BEFORE: Steps = [
  [50, 1_893],
  [100, 1_956],
  [200, 2_271],
  [300, 2_860],
  [400, 3_197],
  [null, 3_302],
];
const WATER: Steps = [
  [4, 6_700],
  [6, 12_900],
  [null, 14_400],
];
const INCLUDED = { vat: 10, vatIncluded: true } as const;

/** Services with typical prices of Hanoi; water and electricity by their suppliers' tiers. */
const SERVICES: readonly (readonly [ServiceKey, Partial<Made<typeof service>>, Price])[] = [
  [
    'manage',
    { code: 'PQL', name: 'Phí quản lý', nameEn: 'Management fee', group: 'MANAGEMENT', source: 'AREA', unitName: 'm²' },
    {
      name: 'Phí quản lý căn hộ',
      group: 'MANAGEMENT',
      values: { vat: 8, source: 'Nghị quyết Hội nghị nhà chung cư' },
      versions: [
        [null, [[null, 11_500]]],
        ['2026-03-16', [[null, 12_000]]],
      ],
    },
  ],
  [
    'water',
    {
      code: 'NUOC',
      name: 'Nước sinh hoạt',
      nameEn: 'Water',
      group: 'WATER',
      source: 'METER',
      unitName: 'm³',
    },
    {
      name: 'Nước theo định mức người',
      group: 'WATER',
      values: { tierPeople: 1, vat: 5, surchargeTax: 10, source: 'Quyết định 25/2019/QĐ-UBND' },
      versions: [[null, WATER]],
    },
  ],
  [
    'waste',
    { code: 'RAC', name: 'Thu gom rác', nameEn: 'Waste', group: 'SANITATION', source: 'FIXED', unitName: 'hộ' },
    {
      name: 'Thu gom rác theo hộ',
      group: 'SANITATION',
      values: { vatKind: 'EXEMPT' },
      versions: [[null, [[null, 30_000]]]],
    },
  ],
  [
    'motorbike',
    {
      code: 'XEMAY',
      name: 'Gửi xe máy',
      nameEn: 'Motorbike parking',
      group: 'PARKING',
      source: 'VEHICLE',
      unitName: 'xe',
      vehicleTypes: [{ vehicleType: 'MOTORBIKE' }],
    },
    {
      name: 'Gửi xe máy luỹ tiến',
      group: 'PARKING',
      values: INCLUDED,
      versions: [
        [
          null,
          [
            [2, 100_000],
            [3, 150_000],
            [null, 250_000],
          ],
        ],
      ],
    },
  ],
  [
    'car',
    {
      code: 'OTO',
      name: 'Gửi ô tô',
      nameEn: 'Car parking',
      group: 'PARKING',
      source: 'VEHICLE',
      unitName: 'xe',
      vehicleTypes: [{ vehicleType: 'CAR' }],
    },
    {
      name: 'Gửi ô tô theo tháng',
      group: 'PARKING',
      values: INCLUDED,
      versions: [[null, [[null, 1_250_000]]]],
    },
  ],
  [
    'power',
    {
      code: 'DIEN',
      name: 'Điện',
      nameEn: 'Electricity',
      group: 'ELECTRICITY',
      source: 'METER',
      unitName: 'kWh',
    },
    {
      name: 'Điện sinh hoạt sáu bậc',
      group: 'ELECTRICITY',
      values: { vat: 8, source: 'Quyết định 1279/QĐ-BCT, 09/05/2025' },
      versions: [
        ['2024-10-11', POWER_BEFORE],
        ['2025-05-10', POWER],
      ],
    },
  ],
];

/** Tariffs not used by any service. */
const UNUSED: readonly (readonly [code: string, Price])[] = [
  [
    'DIEN-TRO',
    {
      name: 'Điện người thuê trọ',
      group: 'ELECTRICITY',
      values: { vat: 8, tierPeople: 4, noPeopleTier: 3, source: 'Thông tư 60/2025/TT-BCT, Điều 12' },
      versions: [['2025-05-10', POWER]],
    },
  ],
  [
    'THOAT-NUOC',
    {
      name: 'Thoát nước theo định mức người',
      group: 'WATER',
      values: { vat: 8, tierPeople: 1, source: 'Bảng giá dịch vụ thoát nước (30 %)' },
      versions: [
        [
          null,
          [
            [4, 2_010],
            [6, 3_870],
            [null, 4_320],
          ],
        ],
      ],
    },
  ],
];

/** A service with its tariff and the versions of it. */
export interface PricedService {
  key: ServiceKey;
  service: Made<typeof service>;
  tariff: Made<typeof tariff>;
  versions: Made<typeof tariffVersion>[];
}

const sinceOf = (site: Site) => dayOf(site.founded, VIETNAM);

/** The nth tariff of a project with its versions. */
function tariffOf(site: Site, n: number, code: string, price: Price, services: number) {
  const [tariffId, versionId] = [idsOf('tariff', site.key), idsOf('tariff-version', site.key)];
  const since = sinceOf(site);
  // A version without a date starts with the building.
  const rows = price.versions.map(([from, steps]) => ({ from: from ?? since, steps }));
  const versions = rows.map(({ from, steps: stepRows }, at) =>
    recordOf(tariffVersion, site.id, versionId(n * 10 + at), site.founded, {
      tariffId: tariffId(n),
      number: at + 1,
      effectiveFrom: from,
      ...price.values,
      // The surcharge of a version with a tax besides VAT.
      surchargeId: price.values?.surchargeTax ? idsOf('surcharge', site.key)(0) : null,
      tiers: steps(stepRows),
    }),
  );
  const doc = recordOf(tariff, site.id, tariffId(n), site.founded, {
    code,
    name: price.name,
    group: price.group,
    services,
    ...ofToday(versions, dayOf(new Date(), VIETNAM)),
  });
  return { tariff: doc, versions };
}

const typeOf = ({ group }: Partial<Made<typeof service>>) =>
  group === 'WATER' || group === 'ELECTRICITY' ? 'POSTPAID' : 'PREPAID';

/** Services of a project with their tariffs. */
export function pricesOf(site: Site): PricedService[] {
  const serviceId = idsOf('service', site.key);
  return SERVICES.map(([key, values, price], n) => {
    const made = tariffOf(site, n, String(values.code), price, 1);
    const doc = recordOf(service, site.id, serviceId(n), site.founded, {
      ...values,
      order: (n + 1) * 10,
      paymentTerm: 15,
      tariffId: made.tariff._id,
      active: true,
      type: typeOf(values),
      interestPerYear: 10,
      rates: [{ from: '2000-01-01', percent: 10 }],
    });
    return { key, service: doc, ...made };
  });
}

/** Tariffs of a project without a service. */
export const unusedPrices = (site: Site) =>
  UNUSED.map(([code, price], n) => tariffOf(site, SERVICES.length + n, code, price, 0));

const steps = (rows: Steps) => rows.map(([to, price]) => ({ to, price }));

/** Formulas and surcharges to copy into new tariffs. */
export function copiesOf(site: Site) {
  const [formulaId, surchargeId] = [idsOf('formula', site.key), idsOf('surcharge', site.key)];
  const make = (n: number, code: string, name: string, rows: Steps, tierPeople: number | null = null) =>
    recordOf(formula, site.id, formulaId(n), site.founded, { code, name, tiers: steps(rows), tierPeople });
  return {
    formulas: [
      make(0, 'DIEN-6', 'Điện sinh hoạt sáu bậc', POWER),
      make(1, 'NUOC-NGUOI', 'Nước ba bậc theo người', WATER, 1),
    ],
    surcharges: [
      recordOf(surcharge, site.id, surchargeId(0), site.founded, {
        code: 'BVMT',
        name: 'Phí bảo vệ môi trường nước thải',
        nameEn: 'Environmental fee',
        percent: 10,
      }),
    ],
  };
}

/** Charged units are the occupied ones; one in 25 of them has a meter for electricity sold by the building. */
export const chargedHomes = (homes: readonly Home[]): Home[] => homes.filter(({ people }) => people.length > 0);
export const hasPower = (n: number): boolean => n % 25 === 7;

/** Service registrations of units, without parking, which is registered by vehicle. */
export function registrationsOf(
  site: Site,
  homes: readonly Home[],
  prices: readonly PricedService[],
): Made<typeof serviceRegistration>[] {
  const [id, code] = [idsOf('service-registration', site.key), codesOf(serviceRegistration.prefix)];
  const startDate = dayOf(site.founded, VIETNAM);
  const made: Made<typeof serviceRegistration>[] = [];
  for (const [n, home] of chargedHomes(homes).entries())
    for (const { key, service: doc } of prices) {
      if (doc.source === 'VEHICLE' || (key === 'power' && !hasPower(n))) continue;
      doc.registrations = Number(doc.registrations) + 1;
      made.push(
        recordOf(serviceRegistration, site.id, id(made.length), site.founded, {
          code: code(site.founded),
          unitId: home.id,
          serviceId: doc._id,
          startDate,
          quantity: 1,
          peopleFrom: 'RESIDENTS',
          blockId: home.blockId,
          floorId: home.floorId,
        }),
      );
    }
  return made;
}

/** Fund of the maintenance deposit. */
const SAVED = (bankAccountId: string) => ({
  name: 'Tiền gửi phí bảo trì',
  code: 'BT',
  kind: 'BANK' as const,
  purpose: 'MAINTENANCE' as const,
  openingBalance: 1_200_000_000,
  bankAccountId,
});

/** Bank accounts and funds of a building. */
export function fundsOf(site: Site): { accounts: Made<typeof bankAccount>[]; funds: Made<typeof fund>[] } {
  const [accountId, fundId] = [idsOf('bank-account', site.key), idsOf('fund', site.key)];
  const day = dayOf(site.founded, VIETNAM);
  const large = site.key === 'hoasen';
  const accountOf = (n: number, values: Partial<Made<typeof bankAccount>>) =>
    recordOf(bankAccount, site.id, accountId(n), site.founded, {
      order: n + 1,
      branch: 'Tây Hồ',
      transferTemplate: TRANSFER_TEMPLATE,
      accountName: `BAN QUAN LY ${large ? 'HOA SEN' : 'BAN MAI'}`,
      ...values,
    });
  const account = accountOf(0, {
    bankBin: '970436',
    accountNumber: large ? '1018000018' : '1018000029',
    isDefault: true,
    note: 'Số tài khoản minh hoạ',
  });
  // Account numbers are fictitious.
  const saved = accountOf(1, { bankBin: '970422', accountNumber: '0880000018', note: 'Số tài khoản minh hoạ' });
  const replaced = accountOf(2, { bankBin: '970415', accountNumber: '1130000018', active: false });
  const make = (n: number, values: Partial<Made<typeof fund>>) =>
    recordOf(fund, site.id, fundId(n), site.founded, { openingDate: day, order: n + 1, ...values });
  // In the small building whoever is there takes cash.
  const keepers = colleaguesOf(site).filter(
    ({ account: email, positions }) => email && (positions.includes('accountant') || positions.includes('reception')),
  );
  return {
    accounts: large ? [account, saved, replaced] : [account],
    funds: [
      make(0, {
        name: 'Tiền mặt tại quầy',
        code: 'TM',
        kind: 'CASH',
        openingBalance: 50_000_000,
        keeperIds: large ? keepers.map(({ id }) => id) : [],
      }),
      make(1, {
        name: 'Vietcombank',
        code: 'VCB',
        kind: 'BANK',
        openingBalance: 850_000_000,
        bankAccountId: account._id,
      }),
      ...(large ? [make(2, SAVED(saved._id))] : []),
    ],
  };
}
