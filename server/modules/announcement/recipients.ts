import { type Language, languageOf } from '@lobby/shared/kit/languages.ts';
import { type announcement, sendTypesOf } from '@lobby/shared/modules/announcement.ts';
import type { Reach } from '@lobby/shared/modules/announcement-reach.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { type Ctx, feature } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Doc } from '../../kit/store/records.ts';
import { records, type Where } from '../../kit/store/records.ts';
import { users } from '../../platform/auth/users.ts';

/** Whom an announcement addresses, as stored or as given for a draft. */
type Addressed = Partial<
  Pick<
    Doc<typeof announcement>,
    | 'audience'
    | 'unitIds'
    | 'blockIds'
    | 'floorIds'
    | 'labelIds'
    | 'excludeUnitIds'
    | 'roles'
    | 'ownersOnly'
    | 'sendTypes'
  >
>;

/** Query of the units that an announcement addresses. */
function unitsFor(
  { audience, unitIds = [], blockIds = [], floorIds = [], labelIds = [], excludeUnitIds: out = [] }: Addressed,
  after: { $gt?: string } = {},
): Where<typeof unit> {
  const ids = { ...(out.length > 0 && { $nin: out }), ...after };
  const chosen = Object.keys(ids).length > 0 ? { _id: ids } : {};
  if (audience !== 'UNITS') return chosen;
  return {
    ...chosen,
    $or: [
      { _id: { $in: unitIds } },
      { blockId: { $in: blockIds } },
      { floorId: { $in: floorIds } },
      { labelIds: { $in: labelIds } },
    ],
  };
}

/** The next units by id, after those already delivered to. */
export const nextUnits = (ctx: Ctx, doc: Doc<typeof announcement>, most: number) =>
  records(unit).find(ctx, unitsFor(doc, doc.sentUpTo ? { $gt: doc.sentUpTo } : {}), {
    only: ['_id'],
    sort: { _id: 1 },
    limit: most,
  });

/** Current residents of these units, limited to the announcement's roles and to owners. */
export function loadPeople(ctx: Ctx, doc: Addressed, unitIds: readonly string[], session?: Session) {
  const roles = (doc.roles ?? []).map(({ role }) => role);
  return records(resident)
    .in(session)
    .find(ctx, {
      living: true,
      unitId: { $in: unitIds },
      ...(roles.length > 0 && { role: { $in: roles } }),
      ...(doc.ownersOnly === true && { owner: true }),
    });
}

/** Whether an announcement is for some people of its units alone. */
export const isForSome = ({ roles, ownersOnly }: Doc<typeof announcement>): boolean => ownersOnly || roles.length > 0;

/** Language of each person: chosen in their account, else noted on the resident record. */
export async function loadLanguages(
  people: readonly Doc<typeof resident>[],
): Promise<(person: Doc<typeof resident> | undefined) => Language> {
  const ids = people.flatMap(({ userId }) => userId ?? []);
  const accounts = await users()
    .find({ _id: { $in: ids } })
    .project<{ _id: string; language?: string }>({ language: 1 })
    .toArray();
  const chosen = new Map(accounts.map(({ _id, language }) => [_id, language]));
  return person => languageOf(chosen.get(person?.userId ?? '') ?? person?.language ?? '');
}

/** Whether a resident reads announcements in the app. */
export const hasApp = ({ userId, appState, appUsage }: Doc<typeof resident>): boolean =>
  Boolean(userId) && appState !== 'BLOCKED' && appUsage !== false;

/** Counts the recipients per channel before anything is sent. */
export async function loadReach(ctx: Ctx, doc: Addressed): Promise<Omit<Reach, 'smsAt'>> {
  const units = await records(unit).distinct(ctx, '_id', unitsFor(doc));
  const people = await loadPeople(ctx, doc, units);
  const count = (has: (person: Doc<typeof resident>) => boolean) => people.filter(has).length;
  const byEmail = ({ email }: Doc<typeof resident>) => Boolean(email);
  // Nobody is reached by SMS in projects without the SMS feature.
  const sms = feature(ctx, 'SMS');
  const bySms = ({ phone }: Doc<typeof resident>) => sms && Boolean(phone);
  const ways = sendTypesOf(doc).map(type => ({ APP: hasApp, EMAIL: byEmail, SMS: bySms })[type]);
  return {
    units: units.length,
    people: people.length,
    app: count(hasApp),
    email: count(byEmail),
    sms: count(bySms),
    nobody: count(person => !ways.some(reaches => reaches(person))),
  };
}
