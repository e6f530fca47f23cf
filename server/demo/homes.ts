import type { Resident } from '@lobby/shared/modules/resident.ts';
import { idsOf } from './documents.ts';
import { familyName, fullName, type Gender } from './names.ts';
import { type Random, randomOf } from './random.ts';
import type { Site } from './sites.ts';

export interface Person {
  id: string;
  name: string;
  gender: Gender;
  role: Resident['role'];
  /** Login e-mail of the few who have an account. */
  account: string | null;
}

/** A unit with its residents. */
export interface Home {
  id: string;
  code: string;
  block: string;
  blockId: string;
  floorId: string;
  floor: number;
  empty: boolean;
  people: Person[];
  /** Buyer of an empty flat that is not handed over yet. */
  buyer: Person | null;
}

/** The block in handover, and how many of its flats, the last ones, are still to be handed over. */
export const BLOCK_IN_HANDOVER = 'C';
const FLATS_TO_COME = 40;

/** Registered residents of a home: its household, or the buyer of a flat not handed over yet. */
export const registeredIn = ({ people, buyer }: Home): readonly Person[] => (buyer ? [buyer] : people);

/** The registered householder of a home. */
export const householderOf = (home: Home): string | null =>
  registeredIn(home).find(({ role }) => role === 'HOUSEHOLDER')?.id ?? null;

/** Block, floor and householder of a home as copied into bills. */
export const keptHome = ({ blockId, floorId, people }: Home) => ({
  blockId,
  floorId,
  residentId: people.find(({ role }) => role === 'HOUSEHOLDER')?.id ?? null,
});

/** Block name by index: `A` to `Z`, then `AA`. */
export const blockName = (n: number): string =>
  (n < 26 ? '' : blockName(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26));

/** Units of a project with their residents. */
export function homesOf(site: Site): Home[] {
  const random = randomOf(`homes ${site.key}`);
  const unitId = idsOf('unit', site.key);
  const blockId = idsOf('block', site.key);
  const floorId = idsOf('floor', site.key);
  const personId = idsOf('resident', site.key);
  const perBlock = site.perFloor * site.floors;
  let persons = 0;
  const homes = Array.from({ length: site.units }, (_, n): Home => {
    const inBlock = n % perBlock;
    const floor = site.lowest + Math.floor(inBlock / site.perFloor);
    const two = (value: number) => String(value).padStart(2, '0');
    const block = blockName(Math.floor(n / perBlock));
    const drawnEmpty = random.chance(0.05);
    const drawn = household(random, drawnEmpty);
    const toCome =
      block === BLOCK_IN_HANDOVER && inBlock >= Math.min(perBlock, site.units - (n - inBlock)) - FLATS_TO_COME;
    const person = (somebody: Somebody): Person => ({ ...somebody, id: personId(persons++), account: null });
    const buyer = toCome ? person(buyerOf(randomOf(`buyer ${site.key} ${n}`))) : null;
    const people = toCome ? [] : drawn.map(person);
    const empty = toCome || drawnEmpty;
    return {
      id: unitId(n),
      code: `${block}-${two(floor)}.${two((inBlock % site.perFloor) + 1)}`,
      block,
      blockId: blockId(Math.floor(n / perBlock)),
      floorId: floorId(Math.floor(n / site.perFloor)),
      floor,
      empty,
      people,
      buyer,
    };
  });
  giveAccounts(site, homes);
  return homes;
}

type Somebody = Pick<Person, 'name' | 'gender' | 'role'>;

function buyerOf(random: Random): Somebody {
  const gender = random.chance(0.5) ? 'male' : 'female';
  return { name: fullName(random, gender), gender, role: 'HOUSEHOLDER' };
}

function household(random: Random, empty: boolean): Somebody[] {
  const anybody = (role: Person['role'], family?: string): Somebody => {
    const gender = random.chance(0.5) ? 'male' : 'female';
    return { name: fullName(random, gender, family), gender, role };
  };
  const head = anybody('HOUSEHOLDER');
  if (empty) return [];
  if (random.chance(0.2)) {
    const tenants = Array.from({ length: random.int(1, 3) }, () => anybody('RENTER'));
    // Some owners abroad have a representative.
    return random.chance(0.15) ? [head, ...tenants, anybody('EMPOWER')] : [head, ...tenants];
  }
  const people = [head];
  let family = head.name.slice(0, head.name.indexOf(' '));
  if (random.chance(0.72)) {
    const gender = head.gender === 'male' ? 'female' : 'male';
    const partner: Somebody = { name: fullName(random, gender, familyName(random)), gender, role: 'CO_HOUSEHOLDER' };
    people.push(partner);
    if (partner.gender === 'male') family = partner.name.slice(0, partner.name.indexOf(' '));
  }
  const children = random.weighted([
    [0, 50],
    [1, 33],
    [2, 17],
  ]);
  for (let n = 0; n < children; n++) people.push(anybody('MEMBER', family));
  if (random.chance(0.08)) people.push(anybody('MEMBER'));
  return people;
}

/** Assigns accounts, spread over the building. `resident1@` is shown in the screenshots; `resident2@` has two homes. */
function giveAccounts(site: Site, homes: Home[]): void {
  const taken = new Set<number>();
  for (let n = 1; n <= site.accounts && taken.size < homes.length; n++) {
    let at = (94 + (n - 1) * 19) % homes.length;
    while (taken.has(at)) at = (at + 1) % homes.length;
    taken.add(at);
    const home = homes[at];
    const head = home && registeredIn(home)[0];
    if (!head) continue;
    head.account = `resident${n}@${site.key}.demo`;
    if (n === 1) Object.assign(head, { name: 'Trần Thị Mai', gender: 'female' } satisfies Partial<Person>);
    if (n !== 2) continue;
    const further = (at + 7) % homes.length;
    taken.add(further);
    const owner = homes[further]?.people[0];
    if (owner && !owner.account) Object.assign(owner, head);
  }
}
