import { constructionRegistration, worksTimes } from '@lobby/shared/modules/construction-registration.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import { receptionIn } from '../../platform/reception/reception.ts';
import { assertLivesInUnit, assertNotHeld, atHome, beginForm, depositDue } from '../resident-form/index.ts';
import { keptWorkers } from './workers.ts';

type Works = Values<typeof constructionRegistration>;
type Stored = Doc<typeof constructionRegistration> | null;
const GRACE_MS = 15 * 60_000;
const refuse = (field: string, code: string): never => failFields({ [field]: { code } }, code);
const changed = (values: Works, doc: Stored, name: 'expectedStartAt' | 'expectedEndAt') =>
  values[name] !== undefined && values[name] !== doc?.[name].toISOString();

/** Location of the works, and role of the registrant. */
async function placed(ctx: Ctx, whole: Works, changes: Works): Promise<Record<string, unknown>> {
  if (changes.unitId === undefined && changes.residentId === undefined) return {};
  const { blockId, floorId } = await needRef(ctx, unit, whole.unitId ?? '', 'unitId');
  const { role } = await atHome(ctx, whole.residentId ?? '', whole.unitId);
  return { blockId, floorId, registrantRole: role };
}

/** Requires the owner's consent from residents who do not own the unit. */
function assertConsent(ctx: Ctx, { registrantRole, attachments }: Works): void {
  const lodger = registrantRole === 'RENTER' || registrantRole === 'EMPOWER';
  if (ctx.kind === 'resident' && lodger && !attachments?.length) refuse('attachments', 'CONSENT_REQUIRED');
}

/** Refuses new dates in the past; unchanged ones are accepted. */
export function assertNotPast(ctx: Ctx, values: Works, doc: Stored): void {
  for (const name of ['expectedStartAt', 'expectedEndAt'] as const) {
    const time = values[name];
    if (time && changed(values, doc, name) && new Date(time).getTime() < ctx.now.getTime() - GRACE_MS)
      refuse(name, 'CONSTRUCTION_IN_PAST');
  }
}

export async function completeWorks(ctx: Ctx, request: RequestOf<typeof constructionRegistration>): Promise<Works> {
  const { kind, values, doc } = request;
  if (kind === 'remove') assertNotHeld(doc);
  if (kind === 'remove' || kind === 'restore') return values;
  // Only staff set the deposit.
  const { depositAmount, ...rest } = values;
  // Workers sent without phone and identity number keep the stored ones.
  if (rest.workers) rest.workers = keptWorkers(rest.workers, doc?.workers ?? []);
  const form: Works =
    ctx.kind === 'resident' ? rest : { ...rest, ...(depositAmount !== undefined && { depositAmount }) };
  const whole = { ...doc, ...form };
  await assertLivesInUnit(ctx, whole, form);
  const out: Works = { ...form, ...(await placed(ctx, whole, form)) };
  assertConsent(ctx, { ...whole, ...out });
  assertNotPast(ctx, form, doc);
  if (form.partnerId && !whole.contractorName)
    out.contractorName = (await needRef(ctx, partner, form.partnerId, 'partnerId')).name;
  if (form.workers) out.workerCount = form.workers.length;
  const { worksDeposits, worksRules } = await receptionIn(ctx.projectId);
  if (!doc) out.regulationEdition = worksRules.edition;
  if (changed(form, doc, 'expectedEndAt')) out.endTold = null;
  const due = depositDue(form, doc, (whole.workType && worksDeposits[whole.workType]) ?? 0);
  const waits = due.depositStatus === 'WAIT_FOR_DEPOSIT';
  return {
    ...out,
    ...due,
    ...(await beginForm(ctx, constructionRegistration, { ...request, values: form }, waits)),
  };
}

/** Validates an extended end: after the current one and in the future. */
export function newEnd(ctx: Ctx, doc: Doc<typeof constructionRegistration>, expectedEndAt: string): Date {
  const end = new Date(expectedEndAt);
  const wrong = worksTimes({ expectedStartAt: doc.expectedStartAt, expectedEndAt: end });
  const code = wrong.expectedEndAt?.code;
  if (code) failFields(wrong, code);
  if (end <= doc.expectedEndAt) refuse('expectedEndAt', 'CONSTRUCTION_TIMES_REVERSED');
  if (end < ctx.now) refuse('expectedEndAt', 'CONSTRUCTION_IN_PAST');
  return end;
}
