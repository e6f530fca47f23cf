import type { Unit, unit } from '@lobby/shared/modules/unit.ts';
import { baseOf, demoId, type Made } from './documents.ts';
import { BLOCK_IN_HANDOVER, type Home, householderOf, registeredIn } from './homes.ts';
import { type Random, randomOf } from './random.ts';
import { PLACES, type Site } from './sites.ts';
import { LABELS } from './texts/replies.ts';

/** Area in m² with numbers of bedrooms, bathrooms, balconies and windows. */
const SHAPES: readonly (readonly [area: number, rooms: readonly [number, number, number, number]])[] = [
  [48.5, [1, 1, 1, 2]],
  [54.2, [1, 1, 1, 3]],
  [62.75, [2, 1, 1, 3]],
  [68.4, [2, 2, 1, 4]],
  [74.1, [2, 2, 1, 4]],
  [79.6, [2, 2, 2, 5]],
  [86.3, [3, 2, 2, 5]],
  [98.25, [3, 2, 2, 6]],
  [112.8, [3, 3, 2, 7]],
];
const UNMEASURED = 3;
const FACES = ['EAST', 'SOUTHEAST', 'SOUTH', 'WEST', 'NORTHWEST', 'NORTH'] as const;
const hundredths = (value: number) => Math.round(value * 100) / 100;

export function unitsOf(site: Site, homes: readonly Home[]): Made<typeof unit>[] {
  const random = randomOf(`units ${site.key}`);
  // Units above one another have the same shape and direction.
  const stacks = Array.from({ length: site.perFloor }, () => random.pick(SHAPES));
  const labelId = (short: string) =>
    demoId(
      'label',
      site.key,
      LABELS.findIndex(({ shortName }) => shortName === short),
    );
  // Three units of the small building have no area, so that its meeting cannot be convened.
  let unmeasured = site.key === 'hoasen' ? 0 : UNMEASURED;
  return homes.map((home, n): Made<typeof unit> => {
    const dice = randomOf(`unit ${site.key} ${n}`);
    const stack = n % site.perFloor;
    const [area, [bedrooms, bathrooms, balconies, windows]] = stacks[stack] ?? SHAPES[0] ?? [50, [1, 1, 1, 1]];
    const stands = standing(dice, home);
    const isMeasured = unmeasured === 0 || stands.handoverStatus !== 'HANDED_OVER' || n % 7 !== 3;
    if (!isMeasured) unmeasured--;
    const label =
      stands.buildStatus === 'USAGE_BY_RENTER' ? 'THUE' : stands.handoverStatus === 'NOT_YET' ? 'CHUA BG' : null;
    return {
      ...baseOf(home.id, site.founded),
      projectId: site.id,
      code: home.code,
      householderId: householderOf(home),
      name: null,
      type: area < 50 ? 'STUDIO' : 'APARTMENT',
      blockId: home.blockId,
      floorId: home.floorId,
      labelIds: label && dice.chance(0.6) ? [labelId(label)] : [],
      area,
      useArea: isMeasured ? hundredths(area * 0.93) : null,
      carpetArea: hundredths(area * 0.91),
      direction: FACES[stack % FACES.length] ?? null,
      bedrooms,
      bathrooms,
      balconies,
      windows,
      storeys: 1,
      ...stands,
      state: registeredIn(home).length > 0 ? 'IN_USE' : 'EMPTY',
      appUsage: dice.chance(0.97),
      balance: 0,
      address: `Căn ${home.code}, tầng ${home.floor}, block ${home.block}, ${PLACES[site.key].address}`,
      thumbnail: [],
      attachments: [],
      codeAlike: false,
      handedOverOn: null,
    };
  });
}

/** Construction and handover status of a unit, in line with its residents. */
function standing(random: Random, { block, empty, people, buyer }: Home): Pick<Unit, 'buildStatus' | 'handoverStatus'> {
  if (buyer)
    return {
      buildStatus: random.pick(['COMPLETE', 'HANDOVER_KEY', 'RAW', 'HAVE_NOT_YET_HANDOVER'] as const),
      handoverStatus: 'NOT_YET',
    };
  if (!empty) {
    const rented = people.some(({ role }) => role === 'RENTER');
    const buildStatus = random.chance(0.03)
      ? 'FURNITURE_CONSTRUCTING'
      : rented
        ? 'USAGE_BY_RENTER'
        : 'USAGE_BY_HOUSEHOLDER';
    return { buildStatus, handoverStatus: 'HANDED_OVER' };
  }
  const buildStatus = random.weighted([
    ['COMPLETE', 4],
    ['HANDOVER_KEY', 3],
    ['FURNITURE_CONSTRUCTING', 3],
    ['HANDOVER', 2],
    ['RAW', 2],
    ['HAVE_NOT_YET_HANDOVER', 4],
  ] as const);
  if (block === BLOCK_IN_HANDOVER) return { buildStatus: 'HANDOVER', handoverStatus: 'HANDED_OVER' };
  const isPending = buildStatus === 'HAVE_NOT_YET_HANDOVER' || buildStatus === 'HANDOVER' || buildStatus === 'RAW';
  return { buildStatus, handoverStatus: isPending ? 'NOT_YET' : 'HANDED_OVER' };
}
