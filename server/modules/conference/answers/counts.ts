import { conference } from '@lobby/shared/modules/conference.ts';
import { metresOf, percentOf, reaches, type Weighed } from '@lobby/shared/modules/conference-math.ts';
import type { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Doc } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { loadRows } from '../desk/electorate.ts';

type Values = Readonly<Record<string, unknown>>;

const coming = ({ attendance }: Values) => Number(attendance === 'ATTEND' || attendance === 'AUTHORIZED');
const inside = ({ checkIn }: Values) => Number(checkIn === 'CHECKED_IN');
/** Whether somebody is present for a unit: checked in and not gone. */
export const isPresent = (row: Values): boolean => row.checkIn === 'CHECKED_IN' && !row.leftAt;

const COUNTED = ['registered', 'checkedIn', 'presentUnits', 'presentHundredths'] as const;

/** Adds the effect of row changes to the meeting's figures; conflicts with concurrent changes of these instead of overwriting them. */
export function countChange(
  meeting: Doc<typeof conference>,
  rows: readonly { doc: Doc<typeof conferenceUnit>; set: Values }[],
): Change {
  const added = { registered: 0, checkedIn: 0, presentUnits: 0, presentHundredths: 0 };
  for (const { doc, set } of rows) {
    const after = { ...doc, ...set };
    const present = Number(isPresent(after)) - Number(isPresent(doc));
    added.registered += coming(after) - coming(doc);
    added.checkedIn += inside(after) - inside(doc);
    added.presentUnits += present;
    added.presentHundredths += present * Number(doc.hundredths);
  }
  const now = Object.fromEntries(COUNTED.map(name => [name, Number(meeting[name]) + added[name]]));
  const still = Object.fromEntries(COUNTED.map(name => [name, meeting[name]]));
  return {
    definition: conference,
    action: 'count',
    update: {
      doc: meeting,
      set: { ...now, weightPresent: metresOf(Number(now.presentHundredths)) },
      keepVersion: true,
      while: { ...still, status: 'ONGOING' },
    },
  };
}

export const eligibleOf = ({ units, totalHundredths }: Values): Weighed => ({
  heads: Number(units),
  hundredths: Number(totalHundredths),
});
export const presentOf = ({ presentUnits, presentHundredths }: Values): Weighed => ({
  heads: Number(presentUnits),
  hundredths: Number(presentHundredths),
});
const shown = ({ heads, hundredths }: Weighed) => ({ heads, weight: metresOf(hundredths) });

/** Whether the meeting's quorum is reached. */
export const isQuorum = (doc: Doc<typeof conference>): boolean =>
  reaches(presentOf(doc), eligibleOf(doc), {
    quorumBasis: String(doc.quorumBasis),
    quorumPercent: Number(doc.quorumPercent),
  });

/** Quorum figures of a meeting: eligible, present, and whether they suffice. */
export function quorumOf(ctx: Ctx, doc: Doc<typeof conference>) {
  const [eligible, present] = [eligibleOf(doc), presentOf(doc)];
  return {
    eligible: shown(eligible),
    present: shown(present),
    percent: {
      heads: percentOf(present.heads, eligible.heads),
      area: percentOf(present.hundredths, eligible.hundredths),
    },
    basis: String(doc.quorumBasis),
    needed: Number(doc.quorumPercent),
    reached: isQuorum(doc),
    at: ctx.now.toISOString(),
  };
}

/** Recounts a meeting's figures from its rows, to verify the stored ones. */
export async function recount(ctx: Ctx, conferenceId: string) {
  const rows = await loadRows(ctx, { conferenceId });
  const present = rows.filter(isPresent);
  const sum = (all: readonly Doc<typeof conferenceUnit>[]) =>
    all.reduce((total, row) => total + Number(row.hundredths), 0);
  return {
    units: rows.length,
    totalHundredths: sum(rows),
    registered: rows.filter(row => coming(row)).length,
    checkedIn: rows.filter(row => inside(row)).length,
    presentUnits: present.length,
    presentHundredths: sum(present),
  };
}
