import { service } from '@lobby/shared/modules/billing-service.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import type { Site } from './sites.ts';

type ServiceKey = 'manage' | 'water' | 'waste' | 'motorbike' | 'car' | 'power';
type Price = Partial<
  Pick<Made<typeof tariff>, 'tierPeople' | 'vat' | 'vatKind' | 'surchargeTax' | 'vatIncluded' | 'source'>
> & {
  tiers: readonly (readonly [to: number | null, price: number])[];
};

/** Prices as buildings of Hanoi ask them; water and electricity by the tiers of their suppliers. */
const SERVICES: readonly (readonly [ServiceKey, Partial<Made<typeof service>>, Price])[] = [
  [
    'manage',
    { code: 'PQL', name: 'Phí quản lý', nameEn: 'Management fee', measure: 'AREA', unitName: 'm²' },
    { vat: 8, source: 'Nghị quyết Hội nghị nhà chung cư', tiers: [[null, 12_000]] },
  ],
  [
    'water',
    { code: 'NUOC', name: 'Nước sinh hoạt', nameEn: 'Water', measure: 'USAGE', unitName: 'm³', maxIndex: 99_999 },
    {
      ...{ tierPeople: 1, vat: 5, surchargeTax: 10, source: 'Quyết định 25/2019/QĐ-UBND' },
      tiers: [
        [4, 6_700],
        [6, 12_900],
        [null, 14_400],
      ],
    },
  ],
  [
    'waste',
    { code: 'RAC', name: 'Thu gom rác', nameEn: 'Waste', measure: 'FIXED', unitName: 'hộ' },
    { vatKind: 'EXEMPT', tiers: [[null, 30_000]] },
  ],
  [
    'motorbike',
    {
      ...{ code: 'XEMAY', name: 'Gửi xe máy', nameEn: 'Motorbike parking', measure: 'VEHICLE', unitName: 'xe' },
      vehicleType: 'MOTORBIKE',
    },
    { vat: 10, vatIncluded: true, tiers: [[null, 100_000]] },
  ],
  [
    'car',
    {
      ...{ code: 'OTO', name: 'Gửi ô tô', nameEn: 'Car parking', measure: 'VEHICLE', unitName: 'xe' },
      vehicleType: 'CAR',
    },
    { vat: 10, vatIncluded: true, tiers: [[null, 1_250_000]] },
  ],
  [
    'power',
    { code: 'DIEN', name: 'Điện', nameEn: 'Electricity', measure: 'USAGE', unitName: 'kWh', maxIndex: 999_999 },
    {
      ...{ vat: 8, source: 'Quyết định 1279/QĐ-BCT, 09/05/2025' },
      tiers: [
        [50, 1_984],
        [100, 2_050],
        [200, 2_380],
        [300, 2_998],
        [400, 3_350],
        [null, 3_460],
      ],
    },
  ],
];

/** What the demo buildings charge for, at which price. */
export interface PricedService {
  key: ServiceKey;
  service: Made<typeof service>;
  tariff: Made<typeof tariff>;
}

/** The services of a project and their prices, since it began. */
export function pricesOf(site: Site): PricedService[] {
  const [serviceId, tariffId] = [idsOf('service', site.key), idsOf('tariff', site.key)];
  const since = site.founded.toISOString().slice(0, 10);
  return SERVICES.map(([key, values, { tiers, ...price }], n) => {
    const own = recordOf(service, site.id, serviceId(n), site.founded, {
      ...values,
      ...{ displayOrder: n + 1, interestRate: 10, paymentTermDays: 15 },
    });
    return {
      key,
      service: own,
      tariff: recordOf(tariff, site.id, tariffId(n), site.founded, {
        name: `Giá ${own.name.toLowerCase()} ${since.slice(0, 4)}`,
        serviceId: own._id,
        effectiveFrom: since,
        ...price,
        tiers: tiers.map(([to, amount]) => ({ to, price: amount })),
      }),
    };
  });
}

/** Units that are charged: those where somebody lives. Every 25th has a meter of the building's own electricity. */
export const chargedHomes = (homes: readonly Home[]): Home[] => homes.filter(({ people }) => people.length > 0);
export const hasPower = (n: number): boolean => n % 25 === 7;

/** Who has which service; parking goes by the vehicles. */
export function registrationsOf(
  site: Site,
  homes: readonly Home[],
  prices: readonly PricedService[],
): Made<typeof serviceRegistration>[] {
  const [id, code] = [idsOf('service-registration', site.key), codesOf(serviceRegistration.prefix)];
  const startDate = site.founded.toISOString().slice(0, 10);
  const made: Made<typeof serviceRegistration>[] = [];
  for (const [n, home] of chargedHomes(homes).entries())
    for (const { key, service: own } of prices) {
      if (own.measure === 'VEHICLE' || (key === 'power' && !hasPower(n))) continue;
      made.push(
        recordOf(serviceRegistration, site.id, id(made.length), site.founded, {
          ...{ code: code(site.founded), unitId: home.id, serviceId: own._id, startDate, quantity: 1 },
        }),
      );
    }
  return made;
}

/** The till and the account of the building. */
export function fundsOf(site: Site): { accounts: Made<typeof bankAccount>[]; funds: Made<typeof fund>[] } {
  const [accountId, fundId] = [idsOf('bank-account', site.key), idsOf('fund', site.key)];
  const day = site.founded.toISOString().slice(0, 10);
  const account = recordOf(bankAccount, site.id, accountId(0), site.founded, {
    bank: 'VCB',
    number: site.key === 'hoasen' ? '1018000018' : '1018000029',
    name: `BAN QUAN LY ${site.key === 'hoasen' ? 'HOA SEN' : 'BAN MAI'}`,
    branch: 'Tây Hồ',
    contentTemplate: '{{code}} {{number}}',
    main: true,
  });
  const make = (n: number, values: Partial<Made<typeof fund>>) =>
    recordOf(fund, site.id, fundId(n), site.founded, { openingDay: day, ...values });
  return {
    accounts: [account],
    funds: [
      make(0, { name: 'Tiền mặt tại quầy', code: 'TM', type: 'CASH', opening: 50_000_000 }),
      make(1, { name: 'Vietcombank', code: 'VCB', type: 'BANK', opening: 850_000_000, bankAccountId: account._id }),
    ],
  };
}
