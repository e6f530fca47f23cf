import { fold } from '@lobby/shared/kit/text-search.ts';
import type { Resident, residency, resident } from '@lobby/shared/modules/resident.ts';
import { sortNameOf } from '../modules/resident/index.ts';
import { baseOf, idsOf, type Made } from './documents.ts';
import { type Home, type Person, registeredIn } from './homes.ts';
import { phoneOf } from './names.ts';
import { type Random, randomOf } from './random.ts';
import type { Site } from './sites.ts';
import { userIdOf } from './staff.ts';

const PLACES = ['Cục Cảnh sát QLHC về TTXH', 'Công an TP. Hồ Chí Minh', 'Công an TP. Hà Nội', 'Bộ Công an'];
const STREETS = ['Nguyễn Trãi', 'Lê Lợi', 'Trần Hưng Đạo', 'Hai Bà Trưng', 'Phan Chu Trinh', 'Điện Biên Phủ'];
const TOWNS = ['Hà Nội', 'TP. Hồ Chí Minh', 'Đà Nẵng', 'Cần Thơ', 'Hải Phòng', 'Nghệ An', 'Lâm Đồng'];
const WORKS = [
  'Công ty CP Sao Mai',
  'Ngân hàng Phương Đông',
  'Bệnh viện Đa khoa',
  'Trường THPT Chu Văn An',
  null,
  null,
];

/** Citizenship of the few who came back from abroad, by their number. */
const ABROAD = ['US', 'US', 'US', 'FR', 'AU', 'AU', 'CA', 'KR'];
const EACH_ABROAD = 40;

const numberOf = (person: Person) => Number.parseInt(person.id.slice(16), 16);
const two = (n: number) => String(n).padStart(2, '0');
const KIN = {
  HOUSEHOLDER: 'SELF',
  CO_HOUSEHOLDER: 'SPOUSE',
  MEMBER: 'CHILD',
  RENTER: 'TENANT',
  EMPOWER: 'OTHER',
} as const;

const movedInAt = (site: Site, random: Random): string => {
  const years = site.founded.getUTCFullYear() - random.int(0, 4);
  return `${years}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`;
};

/** Residents as records; one with two homes is a single record. */
export function residentsOf(site: Site, homes: readonly Home[]): Made<typeof resident>[] {
  const all = new Map<string, Made<typeof resident>>();
  for (const home of homes)
    for (const [n, person] of registeredIn(home).entries()) {
      const row = all.get(person.id);
      if (row) row.unitIds.push(home.id);
      else all.set(person.id, residentOf(site, home, person, n));
    }
  return [...all.values()];
}

function residentOf(site: Site, home: Home, person: Person, n: number): Made<typeof resident> {
  const random = randomOf(`resident ${person.id}`);
  const grown = person.role !== 'MEMBER';
  const birthYear = grown ? random.int(1958, 1998) : random.int(2006, 2022);
  const since = stay(site, home, person);
  const number = site.phones + numberOf(person);
  const lodger = person.role === 'RENTER';
  const abroad = grown && number % EACH_ABROAD === 0;
  return {
    ...baseOf(person.id, site.founded),
    projectId: site.id,
    name: person.name,
    unitId: home.id,
    ...since,
    gender: person.gender === 'male' ? 'MALE' : 'FEMALE',
    birthday: `${birthYear}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`,
    birthYear,
    nationality: abroad ? (ABROAD[(number / EACH_ABROAD) % ABROAD.length] ?? 'US') : 'VN',
    language: null,
    phone: grown ? phoneOf(number) : null,
    phone2: null,
    email: grown ? (person.account ?? (random.chance(0.8) ? addressOf(home, person, n) : null)) : null,
    newEmail: null,
    email2: null,
    identifier: grown
      ? `0${two(random.int(1, 96))}${person.gender === 'male' ? 0 : 1}${two(birthYear % 100)}${number}`
      : null,
    identifierPlace: grown ? random.pick(PLACES) : null,
    identifierDate: grown ? `${random.int(2019, 2024)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}` : null,
    visa: null,
    visaExpiry: abroad ? `2027-${two(1 + (number % 12))}-15` : null,
    temporaryNumber: lodger ? `TT-${number}` : null,
    temporaryFrom: lodger ? since.movedInAt : null,
    temporaryTo: lodger ? `2027-${two(random.int(1, 12))}-28` : null,
    company: grown ? random.pick(WORKS) : null,
    taxCode: null,
    permanentAddress: grown ? `${random.int(1, 300)} ${random.pick(STREETS)}, ${random.pick(TOWNS)}` : null,
    contactAddress: null,
    appUsage: true,
    appState: person.account ? 'ACTIVE' : 'NONE',
    living: true,
    ending: false,
    unitIds: [home.id],
    sortName: sortNameOf(person.name),
    userId: person.account ? userIdOf(person.account) : null,
    reason: null,
    mergedIntoId: null,
  };
}

type Stay = Pick<Resident, 'role' | 'relationship' | 'owner' | 'movedInAt' | 'rentFrom' | 'rentTo'>;

function stay(site: Site, home: Home, person: Person): Stay {
  const random = randomOf(`stay ${home.code} ${person.id}`);
  const since = movedInAt(site, random);
  const lodger = person.role === 'RENTER';
  return {
    role: person.role,
    relationship: KIN[person.role],
    owner: person.role === 'HOUSEHOLDER',
    movedInAt: since,
    rentFrom: lodger ? since : null,
    rentTo: lodger ? '2027-12-31' : null,
  };
}

/** One residency per resident and home. */
export function residenciesOf(site: Site, homes: readonly Home[]): Made<typeof residency>[] {
  const id = idsOf('residency', site.key);
  let n = 0;
  return homes.flatMap(home =>
    registeredIn(home).map(
      (person): Made<typeof residency> => ({
        ...baseOf(id(n++), site.founded),
        projectId: site.id,
        residentId: person.id,
        unitId: home.id,
        ...stay(site, home, person),
        movedOutAt: null,
        living: true,
        householderOf: person.role === 'HOUSEHOLDER' ? home.id : null,
      }),
    ),
  );
}

// The reserved domain .example guarantees that no demo mails a real person.
function addressOf(home: Home, person: Person, n: number): string {
  const words = fold(person.name).split(' ');
  return `${words.at(-1)}.${words[0]}${n > 0 ? n + 1 : ''}.${fold(home.code).replace(/[^a-z0-9]/g, '')}@mail.example`;
}
