import { constructionRegistration, worksTimes } from '@lobby/shared/modules/construction-registration.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import type { WorkType } from '@lobby/shared/modules/reception-settings.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import type { RequestOf, Values as ValuesOf } from '../../kit/records/typed-behaviour.ts';
import { needRef } from '../../kit/store/refs.ts';
import { receptionIn } from '../../platform/reception/reception.ts';
import { assertLivesInUnit, assertNotHeld, atHome, beginForm, depositDue } from '../resident-form/index.ts';
import { keptWorkers } from './workers.ts';

type Values = Record<string, unknown>;
const GRACE_MS = 15 * 60_000;
const refuse = (field: string, code: string): never => failFields({ [field]: { code } }, code);
const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
const changed = (values: Values, doc: Values | null, name: string) =>
  values[name] !== undefined && values[name] !== plain(doc?.[name]);

/** Location of the works, and role of the registrant. */
async function placed(ctx: Ctx, whole: Values, given: Values): Promise<Values> {
  if (given.unitId === undefined && given.residentId === undefined) return {};
  const { blockId, floorId } = await needRef(ctx, unit, String(whole.unitId), 'unitId');
  const { role } = await atHome(ctx, String(whole.residentId), whole.unitId);
  return { blockId: blockId ?? null, floorId: floorId ?? null, registrantRole: role };
}

/** Requires the owner's consent from residents who do not own the unit. */
function assertConsent(ctx: Ctx, whole: Values): void {
  const lodger = whole.registrantRole === 'RENTER' || whole.registrantRole === 'EMPOWER';
  const papers = Array.isArray(whole.attachments) ? whole.attachments : [];
  if (ctx.kind === 'resident' && lodger && papers.length === 0) refuse('attachments', 'CONSENT_REQUIRED');
}

/** Refuses new dates in the past; unchanged ones are accepted. */
export function assertNotPast(ctx: Ctx, values: Values, doc: Values | null): void {
  for (const name of ['expectedStartAt', 'expectedEndAt'])
    if (changed(values, doc, name) && new Date(String(values[name])).getTime() < ctx.now.getTime() - GRACE_MS)
      refuse(name, 'CONSTRUCTION_IN_PAST');
}

export async function completeWorks(
  ctx: Ctx,
  request: RequestOf<typeof constructionRegistration>,
): Promise<ValuesOf<typeof constructionRegistration>> {
  const { kind, values, doc } = request;
  if (kind === 'remove') assertNotHeld(doc);
  if (kind === 'remove' || kind === 'restore') return values;
  // Only staff set the deposit.
  const { depositAmount, ...own } = values;
  // Workers sent without phone and identity number keep the stored ones.
  if (Array.isArray(own.workers)) own.workers = keptWorkers(own.workers, doc?.workers);
  const given: Values =
    ctx.kind === 'resident' ? own : { ...own, ...(depositAmount !== undefined && { depositAmount }) };
  const whole: Values = { ...doc, ...given };
  await assertLivesInUnit(ctx, whole, given);
  const out: Values = { ...given, ...(await placed(ctx, whole, given)) };
  assertConsent(ctx, { ...whole, ...out });
  assertNotPast(ctx, given, doc);
  if (typeof given.partnerId === 'string' && !whole.contractorName)
    out.contractorName = (await needRef(ctx, partner, given.partnerId, 'partnerId')).name;
  if (Array.isArray(given.workers)) out.workerCount = given.workers.length;
  const { worksDeposits, worksRules } = await receptionIn(ctx.projectId);
  if (!doc) out.regulationEdition = worksRules.edition;
  if (changed(given, doc, 'expectedEndAt')) out.endTold = null;
  const due = depositDue(given, doc, worksDeposits[whole.workType as WorkType] ?? 0);
  const waits = due.depositStatus === 'WAIT_FOR_DEPOSIT';
  return {
    ...out,
    ...due,
    ...(await beginForm(ctx, constructionRegistration, { ...request, values: given } as Request, waits)),
  };
}

/** Validates an extended end: after the current one and in the future. */
export function newEnd(ctx: Ctx, doc: Values, expectedEndAt: unknown): Date {
  const end = new Date(String(expectedEndAt));
  const wrong = worksTimes({ expectedStartAt: doc.expectedStartAt, expectedEndAt: end });
  const code = wrong.expectedEndAt?.code;
  if (code) failFields(wrong, code);
  if (doc.expectedEndAt instanceof Date && end <= doc.expectedEndAt)
    refuse('expectedEndAt', 'CONSTRUCTION_TIMES_REVERSED');
  if (end < ctx.now) refuse('expectedEndAt', 'CONSTRUCTION_IN_PAST');
  return end;
}
