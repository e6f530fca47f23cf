import { type Language, languageOf } from '@lobby/shared/kit/languages.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { users } from '../../platform/auth/users.ts';

type Values = Record<string, unknown>;
const idsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

/** The query of the units whose people an announcement is for. */
export function unitsFor(ctx: Ctx, { audience, unitIds, blockIds, floorIds, labelIds }: Values): Values {
  const live = { projectId: ctx.projectId, deletedAt: null };
  if (audience !== 'UNITS') return live;
  return {
    ...live,
    $or: [
      { _id: { $in: idsOf(unitIds) } },
      { blockId: { $in: idsOf(blockIds) } },
      { floorId: { $in: idsOf(floorIds) } },
      { labelIds: { $in: idsOf(labelIds) } },
    ],
  };
}

/** The next units after one, in the order of their ids. */
export const nextUnits = (ctx: Ctx, doc: Values, most: number): Promise<Stored[]> =>
  modelOf(unit)
    .find({ ...unitsFor(ctx, doc), ...(doc.sentUpTo ? { _id: { $gt: String(doc.sentUpTo) } } : {}) }, { _id: 1 })
    .sort({ _id: 1 })
    .limit(most)
    .maxTimeMS(5000)
    .lean<Stored[]>();

/** Who lives in these units as their first home, of the role that is asked for. */
export const peopleOf = (ctx: Ctx, doc: Values, unitIds: readonly string[], session?: Session): Promise<Stored[]> =>
  modelOf(resident)
    .find({
      projectId: ctx.projectId,
      deletedAt: null,
      living: true,
      unitId: { $in: [...unitIds] },
      ...(typeof doc.role === 'string' && { role: doc.role }),
    })
    .session(session ?? null)
    .maxTimeMS(5000)
    .lean<Stored[]>();

/** What each of some people reads: as they chose in their account, else as the desk noted. */
export async function languagesOf(people: readonly Stored[]): Promise<(person: Stored | undefined) => Language> {
  const ids = people.flatMap(({ userId }) => (typeof userId === 'string' ? userId : []));
  const accounts = await users()
    .find({ _id: { $in: ids } })
    .project<{ _id: string; language?: string }>({ language: 1 })
    .toArray();
  const chosen = new Map(accounts.map(({ _id, language }) => [_id, language]));
  return person =>
    languageOf(chosen.get(String(person?.userId)) ?? (typeof person?.language === 'string' ? person.language : ''));
}

export interface Reach {
  units: number;
  people: number;
  app: number;
  email: number;
  sms: number;
  /** Whom none of the chosen ways reaches. */
  nobody: number;
}

/** How many an announcement would reach by each way, before anything goes. */
export async function reachOf(ctx: Ctx, doc: Values): Promise<Reach> {
  const units = await modelOf(unit).distinct('_id', unitsFor(ctx, doc));
  const people = await peopleOf(ctx, doc, units.map(String));
  const count = (has: (one: Stored) => boolean) => people.filter(has).length;
  const byApp = ({ userId, appState }: Stored) => typeof userId === 'string' && appState !== 'BLOCKED';
  const byEmail = ({ email }: Stored) => typeof email === 'string';
  const bySms = ({ phone }: Stored) => typeof phone === 'string';
  const { sendApp = true, sendEmail, sendSms } = doc;
  const ways = [...(sendApp ? [byApp] : []), ...(sendEmail ? [byEmail] : []), ...(sendSms ? [bySms] : [])];
  return {
    units: units.length,
    people: people.length,
    app: count(byApp),
    email: count(byEmail),
    sms: count(bySms),
    nobody: count(one => !ways.some(reaches => reaches(one))),
  };
}
