import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { CHECKS_IN_BEFORE, type conference } from '@lobby/shared/modules/conference.ts';
import { conferenceUnit, REPRESENTATIVE_IDENTIFIER } from '@lobby/shared/modules/conference-unit.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { HOUSEHOLD_ROLES, residency } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import type { Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import { claimFiles } from '../../../kit/files/files.ts';
import { blindIndex } from '../../../kit/privacy/personal.ts';
import { edited } from '../../../kit/records/records.ts';
import type { ActionInput, ActionsOf, EffectOf, RuleOf, Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records, type Where } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { notify, toUnit } from '../../../platform/notifications/notifications.ts';
import { loadReach } from '../../resident/index.ts';
import { loadMeeting, loadRows } from '../desk/electorate.ts';
import { queueTellings } from '../papers/notices.ts';
import { channelsOf, failState } from '../rules.ts';
import { hourText, timeText } from '../times.ts';
import { hasVoted } from '../votes/store.ts';
import { countChange } from './counts.ts';

type Row = Doc<typeof conferenceUnit>;
type Answer = Values<typeof conferenceUnit>;

/** Clears the representative. */
const NOBODY = {
  representativeKind: null,
  representativeId: null,
  representativeName: null,
  representativeIdentifier: null,
  representativePhone: null,
  authorizationNumber: null,
  authorizationDate: null,
  authorizationFiles: [],
  proxyKey: null,
};

/** Whether the caller may speak for their unit: owners, householders and authorised residents. */
export const speaksFor = ({ projectId, residentId, unitId }: Ctx): Promise<boolean> =>
  records(residency).exists(
    { projectId },
    { living: true, residentId, unitId, $or: [{ owner: true }, { role: { $in: HOUSEHOLD_ROLES } }] },
  );

/** Refuses an act after check-in, naming who checked the unit in and when. */
export async function failCheckedIn(ctx: Ctx, doc: Row, why?: 'voted'): Promise<never> {
  const by = doc.checkedInBy ?? '';
  const name = (await loadRefs(ctx.projectId, employee, [by].filter(Boolean))).get(by)?.name ?? '';
  // For offline check-ins, the time of the device.
  const came = doc.scannedAt ?? doc.checkedInAt;
  const at = came?.toISOString() ?? null;
  const time = hourText(came, ctx.project.timeZone);
  return fail('CONFERENCE_CHECKED_IN', {
    name,
    at,
    time,
    desk: doc.desk ?? '–',
    ...(why && { why: `conference-unit.state.${why}` }),
  });
}

/** Throws REGISTRATION_CLOSED with the time from or until which answers are accepted. */
const failTime = (ctx: Ctx, why: 'answersClosed' | 'doorClosed' | 'doorEarly', at: Date): never =>
  fail('REGISTRATION_CLOSED', {
    at: at.toISOString(),
    when: timeText(at, ctx.project.timeZone),
    why: `conference-unit.state.${why}`,
  });

/** The meeting of a row that is answered; throws if the caller may not answer, or not any more. */
async function answering(ctx: Ctx, doc: Row): Promise<Doc<typeof conference>> {
  const meeting = await loadMeeting(ctx, doc.conferenceId);
  if (meeting.status !== 'ONGOING') failState('status', 'notOngoing');
  if (doc.checkIn === 'CHECKED_IN') await failCheckedIn(ctx, doc);
  if (ctx.kind !== 'resident') return meeting;
  if (meeting.shown !== true) fail('NOT_FOUND');
  if (!(await speaksFor(ctx)) && doc.representativeId !== ctx.residentId) fail('FORBIDDEN');
  const closes = meeting.registrationClosesAt ?? meeting.startAt;
  if (ctx.now > closes) failTime(ctx, 'answersClosed', closes);
  return meeting;
}

const answeredBy = (ctx: Ctx, { channel }: Answer): Answer => ({
  answeredAt: ctx.now,
  answeredBy: ctx.actor.name.slice(0, 100),
  beforeChange: false,
  channel: ctx.kind === 'resident' ? 'APP' : (channel ?? 'DESK'),
});
const subjectOf = (meeting: Doc<typeof conference>) => ({
  module: conferenceUnit.code,
  id: meeting._id,
  title: meeting.name,
});

/** Effect of an answer, including the meeting's figures. */
async function answered(
  ctx: Ctx,
  meeting: Doc<typeof conference>,
  doc: Row,
  values: Answer,
  more: EffectOf<typeof conferenceUnit> = {},
): Promise<EffectOf<typeof conferenceUnit>> {
  const { changed } = await edited(ctx, conferenceUnit, doc, values);
  return { ...more, set: changed, with: [countChange(meeting, [{ doc, set: changed }])] };
}

/** Identity number without separators, in capitals. */
const plainIdentifier = (typed: string | null | undefined): string | null =>
  typed?.replace(/[\s.-]/g, '').toUpperCase() ?? null;
/** Blind index of a proxy's identity number, by which all units of the proxy are found. */
export const proxyKeyOf = ({ projectId }: Ctx, identifier: string): string =>
  blindIndex(projectId, 'conference-proxy', plainIdentifier(identifier) ?? '');

/** Values of the representative: a resident, or a person given by name and papers. */
async function loadRepresentative(
  ctx: Ctx,
  doc: Row,
  input: ActionInput<(typeof conferenceUnit)['actions']['authorize']>,
): Promise<Answer> {
  const residentId = input.representativeKind === 'OTHER' ? null : input.representativeId;
  if (input.representativeKind !== 'OTHER' && !residentId) failFields({ representativeId: { code: 'REQUIRED' } });
  // Residents may choose only people of their own household; others are entered by their papers.
  if (residentId && ctx.kind === 'resident') {
    const ofPerson = { projectId: ctx.projectId, deletedAt: null, living: true, residentId, unitId: doc.unitId };
    if (!(await records(residency).exists(ctx, ofPerson)))
      failFields({ representativeId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  }
  const person = await loadReach(ctx, residentId);
  const identifier = plainIdentifier(person?.identifier ?? input.representativeIdentifier);
  const name = person?.name ?? input.representativeName;
  const faults: FieldErrors = {};
  if (!name) faults.representativeName = { code: 'REQUIRED' };
  if (!identifier) faults.representativeIdentifier = { code: 'REQUIRED' };
  else if (!REPRESENTATIVE_IDENTIFIER.test(identifier))
    faults.representativeIdentifier = {
      code: 'IDENTIFIER_INVALID',
      params: { why: 'conference-unit.state.identifier' },
    };
  if (!identifier || Object.keys(faults).length > 0) return failFields(faults);
  return {
    representativeKind: input.representativeKind,
    representativeId: residentId ?? null,
    representativeName: name,
    representativeIdentifier: identifier,
    representativePhone: person?.phone ?? input.representativePhone ?? null,
    proxyKey: proxyKeyOf(ctx, identifier),
  };
}

/** Refuses a proxy who already represents the maximum number of other units. */
async function assertProxyLimit(
  ctx: Ctx,
  meeting: Doc<typeof conference>,
  doc: Row,
  proxyKey: string | null | undefined,
  session: Session,
) {
  const limit = meeting.proxyLimit;
  if (limit === 0) return;
  await serializeBy(`proxy ${meeting._id} ${proxyKey}`, session);
  const held = await loadRows(
    ctx,
    { conferenceId: meeting._id, attendance: 'AUTHORIZED', proxyKey, _id: { $ne: doc._id } },
    session,
  );
  if (held.length < limit) return;
  const homes = await loadRefs(
    ctx.projectId,
    unit,
    held.flatMap(({ unitId }) => unitId ?? []),
  );
  fail('PROXY_LIMIT', { limit, units: [...homes.values()].map(({ code }) => code).toSorted() });
}

export const answerActs = {
  async register(ctx, doc, input) {
    const meeting = await answering(ctx, doc);
    // A mere representative cannot replace the authorisation by a registration.
    const held = ctx.kind === 'resident' && doc.attendance === 'AUTHORIZED' && !(await speaksFor(ctx));
    if (doc.attendance === 'ATTEND' || held)
      fail('CONFERENCE_REGISTERED', {
        name: doc.answeredBy ?? '',
        at: doc.answeredAt?.toISOString() ?? null,
        time: hourText(doc.answeredAt, ctx.project.timeZone),
      });
    const values: Answer = { attendance: 'ATTEND', ...NOBODY, ...answeredBy(ctx, input) };
    return answered(ctx, meeting, doc, values, {
      also: session => notify(ctx, toUnit(doc.unitId), 'CONFERENCE_REGISTERED', subjectOf(meeting), session),
    });
  },
  async decline(ctx, doc, input) {
    const meeting = await answering(ctx, doc);
    const values: Answer = {
      attendance: 'NOT_ATTEND',
      ...NOBODY,
      ...answeredBy(ctx, input),
      reason: input.reason ?? null,
    };
    return answered(ctx, meeting, doc, values);
  },
  async authorize(ctx, doc, input) {
    const meeting = await answering(ctx, doc);
    if (meeting.proxyAllowed !== true) fail('PROXY_NOT_ALLOWED');
    const { authorizationNumber = null, authorizationDate = null, authorizationFiles = [] } = input;
    const who = await loadRepresentative(ctx, doc, input);
    const papers = { authorizationNumber, authorizationDate, authorizationFiles };
    const values: Answer = { attendance: 'AUTHORIZED', ...who, ...papers, ...answeredBy(ctx, input) };
    return answered(ctx, meeting, doc, values, {
      first: session => assertProxyLimit(ctx, meeting, doc, who.proxyKey, session),
      async also(session) {
        await claimFiles(authorizationFiles, session, { entity: conferenceUnit.name, id: doc._id });
        await notify(ctx, toUnit(doc.unitId), 'CONFERENCE_AUTHORIZED', subjectOf(meeting), session);
      },
    });
  },
  async revoke(ctx, doc) {
    const meeting = await answering(ctx, doc);
    const values: Answer = { attendance: 'NOT_ANSWERED', ...NOBODY, ...answeredBy(ctx, {}) };
    return answered(ctx, meeting, doc, { ...values, answeredAt: null, answeredBy: null, channel: null });
  },
  remind(ctx, doc, { channels }) {
    const ways = channelsOf(ctx, channels);
    const occasion = ctx.now.toISOString();
    return {
      set: { invitedAt: doc.invitedAt ?? ctx.now },
      also: session => queueTellings(ctx, [doc], { kind: 'REMIND', channels: ways, occasion }, session),
    };
  },
} satisfies ActionsOf<typeof conferenceUnit>;

/** Rows of the person behind a row: their own units and those that they represent. */
export async function heldWith(ctx: Ctx, doc: Row): Promise<Row[]> {
  const authorized = doc.attendance === 'AUTHORIZED';
  const personId = authorized ? doc.representativeId : doc.ownerId;
  const ofHolder: Where<typeof conferenceUnit>[] = personId
    ? [{ attendance: { $ne: 'AUTHORIZED' }, ownerId: personId }]
    : [];
  const byProxy = { attendance: 'AUTHORIZED' } as const;
  const held: Where<typeof conferenceUnit>[] = [
    ...(personId ? [{ ...byProxy, representativeId: personId }] : []),
    ...(authorized && doc.proxyKey ? [{ ...byProxy, proxyKey: doc.proxyKey }] : []),
  ];
  const rows = await loadRows(ctx, { conferenceId: doc.conferenceId, $or: [{ _id: doc._id }, ...ofHolder, ...held] });
  return rows.toSorted((a, b) => ((a.place ?? '') < (b.place ?? '') ? -1 : 1));
}

/** Marks a person as leaving or returning, for all units that they represent. */
const passes =
  (leftAt: (ctx: Ctx) => Date | null): RuleOf<typeof conferenceUnit> =>
  async (ctx, doc) => {
    const meeting = await loadMeeting(ctx, doc.conferenceId);
    if (meeting.status !== 'ONGOING') failState('status', 'notOngoing');
    const set = { leftAt: leftAt(ctx) };
    if (Boolean(doc.leftAt) === Boolean(set.leftAt)) failState('leftAt', doc.leftAt ? 'left' : 'inside');
    const others = (await heldWith(ctx, doc)).filter(
      row => row._id !== doc._id && row.checkIn === 'CHECKED_IN' && Boolean(row.leftAt) === Boolean(doc.leftAt),
    );
    return {
      set,
      with: [
        ...others.map(row => ({
          definition: conferenceUnit,
          action: set.leftAt ? 'leave' : 'come-back',
          update: { doc: row, set },
        })),
        countChange(
          meeting,
          [doc, ...others].map(row => ({ doc: row, set })),
        ),
      ],
    };
  };

/** Time of an offline check-in; null if the device's clock is ahead. */
function scanOf(ctx: Ctx, scannedAt: string | null | undefined): Date | null {
  const at = scannedAt ? new Date(scannedAt) : null;
  return at && at <= ctx.now ? at : null;
}
/** Number or name of a desk without the word for desk. */
const deskOf = (desk: string | null | undefined): string | null =>
  desk?.replace(/^(bàn|desk|桌|デスク|데스크)\s*/iu, '') || null;
const isSameScan = (ctx: Ctx, doc: Row, scanned: Date | null, desk: string | null | undefined): boolean =>
  scanned !== null &&
  doc.scannedAt?.getTime() === scanned.getTime() &&
  doc.desk === deskOf(desk) &&
  doc.checkedInBy === ctx.employeeId;

export const doorActs = {
  async 'check-in'(ctx, doc, { desk, identityChecked, scannedAt }) {
    const meeting = await loadMeeting(ctx, doc.conferenceId);
    const scanned = scanOf(ctx, scannedAt);
    if (doc.checkIn === 'CHECKED_IN' && !isSameScan(ctx, doc, scanned, desk)) await failCheckedIn(ctx, doc);
    // The same check-in was already stored, but its answer was lost.
    if (doc.checkIn === 'CHECKED_IN') return {};
    const from = new Date(meeting.startAt.getTime() - CHECKS_IN_BEFORE * MINUTE_MS);
    if (meeting.status !== 'ONGOING') failTime(ctx, 'doorClosed', from);
    if (ctx.now < from) failTime(ctx, 'doorEarly', from);
    const comes = doc.attendance === 'ATTEND' || doc.attendance === 'AUTHORIZED';
    const values: Answer = {
      ...(comes ? {} : { attendance: 'ATTEND', ...answeredBy(ctx, { channel: 'DESK' }) }),
      checkIn: 'CHECKED_IN',
      checkedInAt: ctx.now,
      checkedInBy: ctx.employeeId,
      leftAt: null,
      scannedAt: scanned,
      desk: deskOf(desk),
      identityChecked: identityChecked === true,
    };
    return answered(ctx, meeting, doc, values);
  },
  async 'undo-check-in'(ctx, doc) {
    const meeting = await loadMeeting(ctx, doc.conferenceId);
    if (meeting.status !== 'ONGOING') failState('status', 'notOngoing');
    // A unit that voted or holds a paper ballot was present.
    if (await hasVoted(ctx.projectId, doc._id)) await failCheckedIn(ctx, doc, 'voted');
    const nothing = {
      checkedInAt: null,
      checkedInBy: null,
      desk: null,
      identityChecked: false,
      leftAt: null,
      scannedAt: null,
    };
    return answered(ctx, meeting, doc, { checkIn: 'NOT_CHECKED_IN', ...nothing });
  },
  leave: passes(ctx => ctx.now),
  'come-back': passes(() => null),
} satisfies ActionsOf<typeof conferenceUnit>;
