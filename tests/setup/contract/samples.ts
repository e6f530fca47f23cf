import { addDays, instantAt, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { Action, Definition } from '@lobby/shared/kit/definition.ts';
import { answers } from '@lobby/shared/kit/definition.ts';
import type { Field, Fields, Kind } from '@lobby/shared/kit/fields.ts';
import { inputSchema } from '@lobby/shared/kit/schema.ts';
import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { bankConnection } from '@lobby/shared/modules/bank-connection.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { handoverTemplate } from '@lobby/shared/modules/handover-data.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { definitionOf } from '@lobby/shared/modules/index.ts';
import { location, place } from '@lobby/shared/modules/location.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { parking } from '@lobby/shared/modules/parking.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { reminderExclusion } from '@lobby/shared/modules/reminder.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { fillSlots } from '../amenities/amenities.ts';
import { muteService } from '../amenities/mute-service.ts';
import type { Caller, Row } from '../caller.ts';
import { formOf, isWithout, PDF, png } from '../files/uploads.ts';
import { carsService } from '../house/cars-service.ts';
import { waitingMail } from '../mail/mails.ts';
import { change, makeRecord } from '../records.ts';
import { readyApprovals, readyReceipt, rowOfMoney } from '../samples/approvals.ts';
import { comeIn, nameGateways, standBack, tellable } from '../samples/before-acts.ts';
import { readyMeetings, rowOfMeeting } from '../samples/conferences.ts';
import { isOfDebts, oweFor } from '../samples/debts.ts';
import { programmeOf, templateForAll } from '../samples/handovers.ts';
import { issuing } from '../samples/invoices.ts';
import { readySync, syncValues } from '../samples/syncing.ts';
import { inForce, stocked } from '../samples/upkeep.ts';
import { inDays, today } from '../time/days.ts';
import type { Site } from '../world.ts';
import { ownOf } from './own-samples.ts';

/** 9:00 in Vietnam. */
const TOMORROW_NINE = instantAt(inDays(1), 9 * 60, VIETNAM).getTime();

let n = 0;
const next = () => ++n;
// Stored texts have no trailing space.
const within = (text: string, max: number) => text.slice(0, max).trim();

const PLAIN: { [K in Exclude<Kind, 'ref' | 'refs' | 'files' | 'lines'>]: (field: Field & { kind: K }) => unknown } = {
  text: field =>
    within(
      field.index
        ? `K${next()}x{i}`
        : field.hours
          ? '08:00-12:00, 13:00-17:30'
          : field.time
            ? '08:00'
            : field.country
              ? 'VN'
              : field.digits
                ? `${1e9 + next()}`
                : field.code
                  ? `K${next()}`
                  : `Word ${next()} of a text`,
      field.max,
    ),
  longText: field => within(`First line ${next()}\nand a second`, field.max),
  richText: () => `<p>A line ${next()} of <strong>markup</strong></p>`,
  choice: field => field.initial ?? field.options[next() % field.options.length],
  flag: field => field.initial ?? true,
  integer: field => (field.unique ? next() : (field.min ?? 0) + 1),
  money: field => (field.min ?? 0) + 1000,
  percent: field => (field.min ?? 0) + 0.25,
  decimal: field => (field.min ?? 0) + 0.5,
  date: field =>
    field.limit === 'past'
      ? daysAfter('1990-01-01', next() % 12_000)
      : field.limit
        ? dayAfter('2036-01-01')
        : '2026-11-30',
  month: () => '2026-11',
  // Increasing moments on a future morning: beginnings precede ends.
  instant: () => new Date(TOMORROW_NINE + (next() % 10_000_000)).toISOString(),
  phone: () => `08${String(10_000_000 + next())}`,
  email: () => `sample${next()}@example.test`,
  identifier: () => `ID${String(10_000_000 + next())}`,
};

/** A unit can have these only once at a time: each sample has its own unit. */
const UNIT_OF_ITS_OWN: readonly Fields[] = [reminderExclusion.fields, handoverUnit.fields, feeNotice.fields];
/** A unique day after another. */
const dayAfter = (day: string) => daysAfter(day, next());
const daysAfter = (day: string, days: number) => addDays(day, days);

/** Field changed by edit tests: a text, else a number that differs in each sample. */
export const editable = ({ fields, edits }: Pick<Definition, 'fields' | 'edits'>): string => {
  const open = Object.entries(fields).filter(([name, field]) => !field.readOnly && (!edits || edits.includes(name)));
  const texts = open.filter(([, { kind, personal }]) => kind === 'text' && !personal);
  const other = (['integer', 'longText'] as const).flatMap(kind => open.find(([, one]) => one.kind === kind) ?? []);
  const found = texts.find(([, { unique }]) => !unique) ?? texts[0];
  if (!found && other.length > 0) return String(other[0]);
  return found?.[0] ?? '';
};

/** Choices that fit the sample fund, which is at a bank. */
function fittingIn(fields: Fields, values: Record<string, unknown>, given: Record<string, unknown>) {
  const fitting = Object.entries(fields).flatMap(([name, field]) => {
    const decides = 'fits' in field && field.fits && name in values ? field.fits : null;
    const choice = decides && !(decides.field in given) ? fields[decides.field] : null;
    if (!decides || choice?.kind !== 'choice') return [];
    return [[decides.field, choice.options.find(option => decides.by[option]?.kind === 'BANK')]];
  });
  return Object.fromEntries(fitting);
}

/** Valid input for any definition, and records with it, in a project. */
export interface Samples {
  /** Values for all writable fields; `own` overrides some. */
  input: (fields: Fields, own?: Record<string, string | number>) => Promise<Record<string, unknown>>;
  /** Complete input of an action. */
  actionInput: (action: Action) => Promise<Record<string, unknown>>;
  /** Creates a record: through the API where possible, else as the system. */
  record: (definition: Definition, own?: Record<string, string>) => Promise<Row>;
  /** Id of a record for references. */
  ref: (name: string, where?: Record<string, string>) => Promise<string>;
  upload: () => Promise<string>;
}

export { formOf, png };

/** Units that have a virtual account, by whichever samples. */
const withAccount = new Set<string>();

/** Samples of a project, made by one of its employees. */
export function samplesOf(site: Site, who: Caller = site.ann): Samples {
  const known = new Map<string, string>([
    ['unit', site.unitId],
    ['block', site.blockId],
    ['floor', site.floorId],
    ['department', site.departmentId],
    ['employee', site.ann.id],
    ['resident', site.dora.id],
  ]);
  async function ref(name: string, where: Record<string, string> = {}): Promise<string> {
    // A cash fund pays out only what it holds; a bank fund may go below.
    if (name === fund.name) return atBank();
    if (name === handoverTemplate.name) return templateForAll(who, () => input(handoverTemplate.fields));
    const key = [name, ...Object.values(where)].join();
    const made = async () => inForce(who, name, await record(definitionOf(name), where));
    const id = known.get(key) ?? (await (name === place.name ? placeOf() : made()));
    known.set(key, id);
    return id;
  }
  /** A place made by its level: others would be removed with the next change of a level. */
  async function placeOf(): Promise<string> {
    const level = await record(location);
    const { data } = await who.get<Row[]>(`${place.path}?filter[levelId][]=${level.id}`);
    return data[0]?.id ?? '';
  }
  const serviceOf = (): Promise<string> => muteService(who, known, () => input(utility.fields));
  const parkingService = (): Promise<string> => carsService(who, known);
  /** A vehicle of its own, on the days that it is present. */
  async function parkedOf({ vehicleId }: Record<string, string | number>): Promise<Record<string, unknown>> {
    const car = vehicleId ? (await who.get<Row>(`${vehicle.path}/${vehicleId}`)).data : await record(vehicle);
    return { vehicleId: car.id, serviceId: await parkingService(), startDate: car.startDate, endDate: car.stopDate };
  }
  /** A bank fund, which may pay out more than it holds. */
  async function atBank(): Promise<string> {
    const id = known.get('fund at a bank');
    if (id) return id;
    const values = { kind: 'BANK', bankAccountId: (await record(bankAccount)).id, keeperIds: [] };
    const { data } = await who.post<Row>(fund.path, { ...(await input(fund.fields)), ...values });
    known.set('fund at a bank', data.id);
    return data.id;
  }
  async function upload(field?: Field): Promise<string> {
    const paper = field?.kind === 'files' && field.types && !field.types.includes('IMAGE');
    const file = paper ? { name: 'a.pdf', body: PDF } : { name: 'a.png', body: await png() };
    const { data } = await who.post<Row[]>('/upload', formOf([file]));
    return data[0]?.id ?? '';
  }
  async function sampleOf(field: Field, beside: Record<string, unknown> = {}): Promise<unknown> {
    const shared = 'alike' in field && field.alike ? { [field.alike]: String(beside[field.alike]) } : {};
    // A unit has a service once: bills, usages and registrations need distinct services.
    if (field.kind === 'ref' && field.to === 'service' && 'unitId' in beside)
      return (await record(definitionOf('service'), field.where)).id;
    // Transfers need two funds.
    if (field.kind === 'ref' && field.to === 'fund' && 'fromFundId' in beside)
      return (await record(definitionOf('fund'))).id;
    // Targets that can be used only once: a notice per channel, a card per holder, a supply per line, a pass per visit.
    if (
      field.kind === 'ref' &&
      ['fee-notice', 'card', 'supply', 'property-item', 'conference', 'voucher-category', 'visitor'].includes(field.to)
    )
      return (await record(definitionOf(field.to), field.where)).id;
    // A unit has one virtual account per bank: only the first sample is of the site's unit.
    if (field === identityAccount.fields.unitId && (who !== site.ann || withAccount.has(site.unitId)))
      return (await record(definitionOf('unit'))).id;
    if (field === identityAccount.fields.unitId) withAccount.add(site.unitId);
    if (field === merchantOrder.fields.utilityId) return serviceOf();
    if (field.kind === 'ref') return ref(field.to, { ...field.where, ...shared });
    // A bank account has a single connection.
    if (field === bankConnection.fields.bankAccountIds) return [(await record(bankAccount)).id];
    if (field.kind === 'refs') return [await ref(field.to, field.where)];
    if (field.kind === 'files') return isWithout(field) ? [] : [await upload(field)];
    // Tiers end in ascending order; the last one is open.
    if (field.kind === 'lines' && field.of.to?.kind === 'decimal')
      return [
        { ...(await input(field.of)), to: 10 },
        { ...(await input(field.of)), to: null },
      ];
    if (field.kind === 'lines') return [await input(field.of), await input(field.of)];
    return (PLAIN[field.kind] as (one: Field) => unknown)(field);
  }
  async function input(fields: Fields, given: Record<string, string | number> = {}): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = {};
    // Unique days are new for each record. Most periods may have begun; works begin in the future, and notifications are not dated in the past.
    const own = Object.values(fields).some(({ kind, unique }) => kind === 'date' && unique);
    const first = 'contractorName' in fields || 'untilOn' in fields ? 1 : 'sendingDate' in fields ? 0 : -1;
    let days = own ? next() : first;
    for (const [name, field] of Object.entries(fields)) {
      // A tree's record has no parent.
      const own = field.kind === 'ref' && definitionOf(field.to).fields === fields;
      if (field.readOnly || own) continue;
      // Dates follow each other in the order of declaration.
      values[name] = field.kind === 'date' && !field.limit ? daysAfter(today(), days++) : await sampleOf(field, values);
      if (name in given) values[name] = field.kind === 'flag' ? given[name] === 'true' : given[name];
    }
    Object.assign(values, fittingIn(fields, values, given));
    for (const [name, value] of Object.entries({ ...ownOf(fields), ...(await syncValues(fields, who, { record })) }))
      if (value === undefined) delete values[name];
      else if (!(name in given)) values[name] = value;
    if (UNIT_OF_ITS_OWN.includes(fields) && !('unitId' in given)) values.unitId = (await record(unit)).id;
    if (fields === utilityWaitlist.fields) {
      await fillSlots(site, values, (await record(unit)).id);
      // The number of waits per household is limited: each sample has its own unit.
      delete values.residentId;
      if (!('unitId' in given) && who === site.ann) values.unitId = (await record(unit)).id;
    }
    if (isOfDebts(fields)) await oweFor(site, who, samplesOf(site), fields, values, given);
    if (fields === parking.fields) Object.assign(values, await parkedOf(given));
    Object.assign(values, await stocked(who, fields));
    // A meter is read once a month.
    if (fields === usage.fields && !('meterId' in given)) values.meterId = (await record(meter)).id;
    inputSchema(fields, 'create').parse(values);
    return values;
  }
  async function record(definition: Definition, own: Record<string, string> = {}): Promise<Row> {
    if (definition.fields === approvalFlow.fields) await standBack(who);
    // The first account becomes the default; samples are created after it.
    if (definition.fields === bankAccount.fields && !known.has('default account')) {
      known.set('default account', '');
      await who.post(bankAccount.path, await input(bankAccount.fields));
    }
    const values: Record<string, unknown> = { ...own, ...(await input(definition.fields, own)) };
    if (!answers(definition, 'create')) {
      // Without a create route the record is made as by the server.
      const { unitId, residentId, assigneeId, handoverId } = definition.fields;
      // Only published notices are delivered, to a household that pays.
      if (definition.name === noticeDelivery.name) {
        const { unitId } = await change(feeNotice, String(values.noticeId), { status: 'PUBLISHED' });
        const { data } = await site.ann.get(`${unit.path}/${unitId}`);
        if (!data.householderId) await record(resident, { unitId: String(unitId), role: 'HOUSEHOLDER' });
      }
      if (definition.name === feeNotice.name) await tellable(who, samplesOf(site, who), values.unitId);
      const doc = await makeRecord(site.id, definition, values, {
        ...(unitId?.readOnly && { unitId: site.unitId }),
        ...(residentId?.readOnly && { residentId: site.dora.id }),
        ...(assigneeId?.readOnly && { assigneeId: site.ann.id }),
        ...(handoverId && (await programmeOf(who, await record(handoverUnit), await ref(handoverTemplate.name)))),
        ...(await rowOfMeeting(definition, { ref, record })),
        ...(await rowOfMoney(definition, site, atBank)),
        ...(definition.name === noticeDelivery.name && { mailId: await waitingMail() }),
        // Without bills, so that nothing needs to be updated.
        ...(definition.name === feeNotice.name && { remaining: 0, paymentState: 'UNPAID' }),
      });
      return { ...doc, id: doc._id, status: doc.status ?? '' };
    }
    const made = await who.post(definition.path, values);
    if (made.status !== 201) throw new Error(`${definition.name} could not be made: ${made.text}`);
    return made.data;
  }
  /** A notice covered by the sample run; until it is published no run sends it. */
  async function draftNotice(): Promise<Row> {
    const { month } = await input(noticeRun.fields);
    return record(feeNotice, { month: String(month) });
  }
  async function noticeOut(): Promise<void> {
    const { id } = await draftNotice();
    await change(feeNotice, id, { status: 'PUBLISHED' });
  }
  /** A failed delivery of the newest run. */
  async function failedIn(): Promise<void> {
    const [run] = (await who.get<Row[]>(`${noticeRun.path}?limit=1`)).data;
    if (!run) return;
    const { id } = await record(noticeDelivery, { runId: run.id });
    await change(noticeDelivery, id, { status: 'FAILED' });
  }
  return {
    input,
    ref,
    upload,
    record,
    async actionInput(action) {
      // Residents use their own uploads.
      if (action.by === 'resident' && who !== site.dora) return samplesOf(site, site.dora).actionInput(action);
      if (action === paymentGateway.actions.activate) await nameGateways(who, await atBank());
      if (action === noticeRun.actions.send) await noticeOut();
      // Another run may have sent all others in the meantime.
      if (action === noticeRun.actions.schedule || action === noticeRun.actions.reschedule) await draftNotice();
      if (action === noticeRun.actions.resend) await failedIn();
      const moved = action === resident.actions['move-in'] ? { unitId: site.otherUnitId } : {};
      const opens = action === poll.actions.schedule ? { opensAt: new Date(Date.now() + 3_600_000).toISOString() } : {};
      const parked =
        action === parking.actions['change-service'] ? { serviceId: await parkingService(), from: today() } : {};
      // All targets of the plan: other ones are refused.
      const whole = action === maintenancePlan.actions['make-now'] ? { deviceIds: [], assetIds: [], placeIds: [] } : {};
      const own = { ...moved, ...opens, ...parked, ...whole, ...(await issuing(site, action)) };
      const ends = action.input?.endedDate ? { endedDate: today() } : {};
      // A prolongation ends after any start.
      const runsOn = action.input?.expiryDate ? { expiryDate: '2098-12-31' } : {};
      return {
        ...(await input(action.input ?? {})),
        ...(await readyMeetings(site.id, action)),
        ...(await comeIn(site.id, action)),
        ...(await readySync(who, { record }, action)),
        ...(await readyApprovals(site, action)),
        ...(await readyReceipt(site, action, {
          fund: atBank,
          category: () => ref('voucher-category', { kind: 'INCOME' }),
        })),
        ...own,
        ...ends,
        ...runsOn,
        ...(action.reason && { reason: 'Because it is so' }),
      };
    },
  };
}
