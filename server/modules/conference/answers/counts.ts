import { conference } from '@lobby/shared/modules/conference.ts';
import { metresOf, percentOf, reaches, type Weighed } from '@lobby/shared/modules/conference-math.ts';
import type { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Doc } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { loadRows } from '../desk/electorate.ts';

type Row = Doc<typeof conferenceUnit>;
type Meeting = Doc<typeof conference>;

const coming = ({ attendance }: Row) => Number(attendance === 'ATTEND' || attendance === 'AUTHORIZED');
const inside = ({ checkIn }: Row) => Number(checkIn === 'CHECKED_IN');
/** Whether somebody is present for a unit: checked in and not gone. */
export const isPresent = (row: Row): boolean => row.checkIn === 'CHECKED_IN' && !row.leftAt;

const COUNTED = ['registered', 'checkedIn', 'presentUnits', 'presentHundredths'] as const;

/** Adds the effect of row changes to the meeting's figures; conflicts with concurrent changes of these instead of overwriting them. */
export function countChange(
  meeting: Meeting,
  rows: readonly { doc: Doc<typeof conferenceUnit>; set: Readonly<Record<string, unknown>> }[],
): Change {
  const added = { registered: 0, checkedIn: 0, presentUnits: 0, presentHundredths: 0 };
  for (const { doc, set } of rows) {
    const after = { ...doc, ...set };
    const present = Number(isPresent(after)) - Number(isPresent(doc));
    added.registered += coming(after) - coming(doc);
    added.checkedIn += inside(after) - inside(doc);
    added.presentUnits += present;
    added.presentHundredths += present * doc.hundredths;
  }
  const now = Object.fromEntries(COUNTED.map(name => [name, meeting[name] + added[name]]));
  const still = Object.fromEntries(COUNTED.map(name => [name, meeting[name]]));
  return {
    definition: conference,
    action: 'count',
    update: {
      doc: meeting,
      set: { ...now, weightPresent: metresOf(meeting.presentHundredths + added.presentHundredths) },
      keepVersion: true,
      while: { ...still, status: 'ONGOING' },
    },
  };
}

export const eligibleOf = ({ units, totalHundredths }: Meeting): Weighed => ({
  heads: units,
  hundredths: totalHundredths,
});
export const presentOf = ({ presentUnits, presentHundredths }: Meeting): Weighed => ({
  heads: presentUnits,
  hundredths: presentHundredths,
});
const shown = ({ heads, hundredths }: Weighed) => ({ heads, weight: metresOf(hundredths) });

/** Whether the meeting's quorum is reached. */
export const isQuorum = (doc: Meeting): boolean => reaches(presentOf(doc), eligibleOf(doc), doc);

/** Quorum figures of a meeting: eligible, present, and whether they suffice. */
export function quorumOf(ctx: Ctx, doc: Meeting) {
  const [eligible, present] = [eligibleOf(doc), presentOf(doc)];
  return {
    eligible: shown(eligible),
    present: shown(present),
    percent: {
      heads: percentOf(present.heads, eligible.heads),
      area: percentOf(present.hundredths, eligible.hundredths),
    },
    basis: doc.quorumBasis,
    needed: doc.quorumPercent,
    reached: isQuorum(doc),
    at: ctx.now.toISOString(),
  };
}

/** Recounts a meeting's figures from its rows, to verify the stored ones. */
export async function recount(ctx: Ctx, conferenceId: string) {
  const rows = await loadRows(ctx, { conferenceId });
  const present = rows.filter(isPresent);
  const sum = (all: readonly Row[]) => all.reduce((total, row) => total + row.hundredths, 0);
  return {
    units: rows.length,
    totalHundredths: sum(rows),
    registered: rows.filter(row => coming(row)).length,
    checkedIn: rows.filter(row => inside(row)).length,
    presentUnits: present.length,
    presentHundredths: sum(present),
  };
}
