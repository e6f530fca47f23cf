import { resident } from '@lobby/shared/modules/resident.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import type { Caller } from '../setup/caller.ts';
import { workbookOf } from '../setup/files/sheets.ts';
import { formOf } from '../setup/files/uploads.ts';
import type { booksAt } from '../setup/money/books.ts';
import { copies } from '../setup/records.ts';
import type { Site } from '../setup/world.ts';

/** Monthly services of each unit: by area, by a reading in steps, for its car and for its bikes. */
const SERVICES = [
  [
    { source: 'AREA', unitName: 'm²' },
    { tiers: [{ price: 12_000 }], vat: 10 },
  ],
  [
    { source: 'NUMBER' },
    { tiers: [{ to: 10, price: 5973 }, { to: 20, price: 7052 }, { to: 30, price: 8669 }, { price: 15_929 }], vat: 5 },
  ],
  [{ source: 'FIXED' }, { tiers: [{ price: 1_200_000 }], vat: 10 }],
  [{ source: 'FIXED' }, { tiers: [{ price: 240_000 }], vat: 10 }],
] as const;

const serial = (n: number) => String(n).padStart(6, '0');
const codeOf = (n: number) => `U-${serial(n)}`;

/** A building of so many units, each with the services of its months; written past the product, which is asked for one of each. */
export async function fillHouse(
  { unitId }: Site,
  { make, priced }: Awaited<ReturnType<typeof booksAt>>,
  count: number,
  months: readonly string[],
): Promise<{ unitIds: string[]; serviceIds: string[] }> {
  const unitIds = await copies(unit, unitId, count, n => ({ code: codeOf(n) }));
  const [first, ...others] = unitIds;
  const serviceIds: string[] = [];
  for (const [values, price] of SERVICES) {
    const serviceId = (await priced(values, price)).id;
    serviceIds.push(serviceId);
    const registered = await make(serviceRegistration.path, { unitId: first, serviceId, startDate: '2026-01-01' });
    await copies(serviceRegistration, registered.id, others.length, n => ({
      unitId: others[n],
      code: `${serviceId}-${serial(n)}`,
    }));
    if (values.source !== 'NUMBER') continue;
    for (const month of months) {
      const used = await make(usage.path, { unitId: first, serviceId, month, usageNumber: 12 });
      await copies(usage, used.id, others.length, n => ({
        unitId: others[n],
        code: `${month}-${serial(n)}`,
        usageNumber: 5 + ((n * 7919) % 45),
        once: null,
      }));
    }
  }
  return { unitIds, serviceIds };
}

/** Most rows of one spreadsheet. */
const MOST_ROWS = 5000;
const COLUMNS = ['name', 'unitId', 'role', 'gender', 'birthday', 'nationality', 'phone', 'email', 'identifier'];

/** At many domains: of one a building writes to only so many within a minute. */
export const mailOf = (n: number) => `r${serial(n)}@home${n % 100}.example.test`;

/** A spreadsheet of people, one row for each of so many, at the units with these codes; one in so many has a phone that is none. */
export function peopleSheet(
  rows: number,
  codes: readonly string[],
  { role = 'MEMBER', faulty = 0, from = 0 } = {},
): Buffer {
  const lines = Array.from({ length: rows }, (_, at) => {
    const n = from + at;
    const phone = faulty > 0 && n % faulty === 0 ? 'none' : `0981${serial(n)}`;
    const code = codes[n % codes.length] ?? '';
    return [`Nguyễn Văn ${n}`, code, role, 'MALE', '01/02/1990', 'VN', phone, mailOf(n), `0790${serial(n)}12`];
  });
  return workbookOf({ Rows: [COLUMNS, ...lines] });
}

/** Moves a householder with an address into each of so many units of a house. */
export async function moveIn(who: Caller, count: number): Promise<void> {
  const codes = Array.from({ length: count }, (_, n) => codeOf(n));
  for (let from = 0; from < count; from += MOST_ROWS) {
    const body = peopleSheet(Math.min(MOST_ROWS, count - from), codes, { role: 'HOUSEHOLDER', from });
    const path = `${resident.path}/import`;
    const { status, text } = await who.post(path, formOf([{ name: 'people.xlsx', body }]));
    if (status >= 300) throw new Error(`the people were refused: ${text.slice(0, 300)}`);
  }
}
