import { addDays, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { contractAnnex } from '@lobby/shared/modules/contract-annex.ts';
import type { contractTemplate } from '@lobby/shared/modules/contract-template.ts';
import { type RentalContract, type rentalContract, usualReminder } from '@lobby/shared/modules/rental-contract.ts';
import type { unit } from '@lobby/shared/modules/unit.ts';
import { baseOf, demoId, idsOf, type Made } from './documents.ts';
import type { Home } from './homes.ts';
import { type Random, randomOf } from './random.ts';
import type { Site } from './sites.ts';
import { COMPANIES, CONTRACT_TEXTS, REASONS } from './texts/contracts.ts';

export function contractTemplatesOf(site: Site): Made<typeof contractTemplate>[] {
  const id = idsOf('contract-template', site.key);
  return CONTRACT_TEXTS.map(({ name, note, text }, n) => ({
    ...baseOf(id(n), site.founded),
    projectId: site.id,
    name,
    note,
    language: null,
    active: true,
    text,
  }));
}

interface Let {
  contract: Made<typeof rentalContract>;
  annex: Made<typeof contractAnnex> | null;
}

/** Status, and start and end in days from today. */
type Course = readonly [status: RentalContract['status'], began: number, ends: number];

function courseOf(random: Random, n: number): Course {
  // The first ones show cases worth looking at: expiring soon, expired, terminated early.
  const first: readonly Course[] = [
    ['ACTIVE', -356, 9],
    ['ACTIVE', -340, 24],
    ['EXPIRED', -371, -6],
    ['ACTIVE', -705, 25],
    ['TERMINATED', -290, 75],
    ['LIQUIDATED', -400, -35],
    ['ACTIVE', -336, 29],
    ['EXPIRED', -380, -15],
  ];
  const person = first[n];
  if (person) return person;
  const began = -random.int(20, 330);
  return random.chance(0.85)
    ? ['ACTIVE', began, began + 365 * random.int(1, 2) + 1]
    : [random.chance(0.5) ? 'LIQUIDATED' : 'TERMINATED', began - 365, began];
}

/** Contract of a let unit, with its annex where the rent was raised; null without a tenant. */
function letOf(site: Site, home: Home, area: number, n: number, now: Date): Let | null {
  const tenant = home.people.find(({ role }) => role === 'RENTER');
  if (!tenant) return null;
  const random = randomOf(`contract ${site.key} ${n}`);
  const [status, began, ends] = courseOf(random, n);
  const today = dayOf(now, VIETNAM);
  const [startDate, expiryDate] = [addDays(today, began), addDays(today, ends)];
  const registerDate = addDays(startDate, -random.int(2, 20));
  const remindExpiredDate = usualReminder(startDate, expiryDate);
  const price = Math.round((area * random.int(150, 230)) / 100) * 100_000;
  const ended = status === 'TERMINATED' || status === 'LIQUIDATED';
  const company = random.chance(0.18) ? random.pick(COMPANIES) : null;
  const _id = demoId('rental-contract', site.key, n);
  const raised = !ended && n % 6 === 3;
  const effectiveDate = addDays(startDate, 365);
  const holds = raised && effectiveDate <= today;
  const newPrice = Math.round((price * 1.08) / 100_000) * 100_000;
  const code = `${String(n + 1).padStart(3, '0')}/${registerDate.slice(0, 4)}/HDT-${home.code}`;
  const at = new Date(`${registerDate}T03:00:00Z`);
  const contract: Made<typeof rentalContract> = {
    ...baseOf(_id, at),
    projectId: site.id,
    status,
    code,
    unitId: home.id,
    rooms: null,
    residentId: tenant.id,
    company: company?.[0] ?? null,
    taxCode: company?.[1] ?? null,
    area,
    price: holds ? newPrice : price,
    deposit: price * (company ? 3 : 2),
    registerDate,
    startDate,
    remindExpiredDate,
    expiryDate,
    contractTemplateId: demoId('contract-template', site.key, company ? 1 : 0),
    note: null,
    attachments: [],
    expiring: status === 'ACTIVE' && remindExpiredDate < today,
    annexCount: raised ? 1 : 0,
    termsChangeOn: raised && !holds ? effectiveDate : null,
    endedDate: ended ? addDays(startDate, Math.round((Math.min(ends, 0) - began) * 0.9)) : null,
    reason: ended ? random.pick(REASONS) : null,
    firstArea: area,
    firstPrice: price,
    firstExpiryDate: expiryDate,
    firstRemindDate: remindExpiredDate,
  };
  const annex: Made<typeof contractAnnex> = {
    ...baseOf(demoId('contract-annex', site.key, n), at),
    projectId: site.id,
    contractId: _id,
    code: `${code}/PL01`,
    registerDate: addDays(effectiveDate, -14),
    effectiveDate,
    remindExpiredDate: null,
    expiryDate: null,
    area: null,
    price: newPrice,
    content: 'Giá thuê từ năm thứ hai tăng 8%.',
    attachments: [],
  };
  return { contract, annex: raised ? annex : null };
}

export function contractsOf(
  site: Site,
  homes: readonly Home[],
  units: readonly Made<typeof unit>[],
  now: Date,
): { contracts: Made<typeof rentalContract>[]; annexes: Made<typeof contractAnnex>[] } {
  const areas = new Map(units.map(({ _id, area }) => [_id, area ?? 60]));
  const lets = homes
    .filter(({ people }) => people.some(({ role }) => role === 'RENTER'))
    .flatMap((home, n) => letOf(site, home, areas.get(home.id) ?? 60, n, now) ?? []);
  return {
    contracts: lets.map(({ contract }) => contract),
    annexes: lets.flatMap(({ annex }): Made<typeof contractAnnex>[] => (annex ? [annex] : [])),
  };
}
