import { daysBetween, hourIn } from '@lobby/shared/kit/dates.ts';
import { CARE, CARE_KINDS, type CareKind } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { isInService } from '@lobby/shared/modules/upkeep.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { text } from '../../kit/base/messages.ts';
import type { Session } from '../../kit/database/database.ts';
import { queueMail } from '../../kit/mail/queue.ts';
import type { MailKind } from '../../kit/mail/send.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { type Change, save } from '../../kit/store/save.ts';
import { senderOf } from '../../platform/accounts/mails.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import type { Project } from '../../platform/projects/projects.ts';
import type { CareValues } from '../maintenance/repair/index.ts';
import type { CaredDoc } from './care.ts';

const HOUR = 8;
const LANGUAGE = 'vi';

/** A date of a system or device to be reminded of. */
interface Item {
  definition: typeof technicalSystem | typeof device;
  doc: CaredDoc;
  kind: CareKind;
  next: string;
  left: number;
  /** Date and level of the reminder: sent once. */
  mark: string;
}

/** Level of a date: 1 and 2 are the reminders before it, 3 is overdue, 0 none of these. */
export function levelOf(kind: CareKind, doc: CareValues, left: number): 0 | 1 | 2 | 3 {
  const { first, second } = CARE[kind];
  if (left < 0) return 3;
  const [far, near] = [doc[first], doc[second]];
  if (typeof near === 'number' && left <= near) return 2;
  return typeof far === 'number' && left <= far ? 1 : 0;
}

type Plan = Doc<typeof maintenancePlan>;

/** A system or device with the reminders and addresses of its plan; its own where the plan has none. */
export function withPlan(doc: CaredDoc, kind: CareKind, plans: readonly Plan[]): CaredDoc {
  const { first, second } = CARE[kind];
  const plan = plans.find(
    work =>
      work.kind === kind &&
      (work.deviceIds.includes(doc._id) ||
        work.systemIds.includes(doc._id) ||
        ('systemId' in doc && work.systemIds.includes(doc.systemId))),
  );
  if (!plan) return doc;
  const { reminder1, reminder2, reminderEmails } = plan;
  return {
    ...doc,
    ...(reminder1 !== null && { [first]: reminder1, [second]: reminder2 }),
    ...(reminder1 === null && reminder2 !== null && { [second]: reminder2 }),
    ...(reminderEmails.length > 0 && { reminderEmails }),
  };
}

/** Reminder of a kind that is due now; missed ones are covered by the nearest level. */
function itemOf(definition: Item['definition'], doc: CaredDoc, kind: CareKind, today: string): Item[] {
  const { next: name, told } = CARE[kind];
  const next = doc[name];
  if (!next) return [];
  const left = daysBetween(today, next);
  const level = levelOf(kind, doc, left);
  const [day, before] = (doc[told] ?? '').split(' ');
  if (level === 0 || (day === next && Number(before) >= level)) return [];
  return [{ definition, doc, kind, next, left, mark: `${next} ${level}` }];
}

async function loadItems(ctx: Ctx): Promise<Item[]> {
  const today = todayOf(ctx);
  const plans = await records(maintenancePlan).find(ctx, { status: 'ACTIVE' });
  const [systems, machines] = await Promise.all([records(technicalSystem).find(ctx), records(device).find(ctx)]);
  const itemsOf = (definition: Item['definition'], docs: readonly CaredDoc[]) =>
    docs.flatMap(doc => CARE_KINDS.flatMap(kind => itemOf(definition, withPlan(doc, kind, plans), kind, today)));
  const followed = machines.filter(({ status }) => isInService(status));
  return [...itemsOf(technicalSystem, systems), ...itemsOf(device, followed)].sort((a, b) =>
    a.next.localeCompare(b.next),
  );
}

const dayText = (day: string) => day.split('-').reverse().join('/');
const lineOf = ({ doc, kind, next }: Item): string =>
  `${text(LANGUAGE, `technical-system.parts.${kind}`)} · ${doc.code} ${doc.name}: ${dayText(next)}`;

/** One mail per address, with all its reminders of today. */
async function mailAll(project: Project, items: readonly Item[], now: Date, session: Session): Promise<void> {
  const byAddress = new Map<string, Item[]>();
  for (const item of items)
    for (const { email } of item.doc.reminderEmails)
      byAddress.set(email.toLowerCase(), [...(byAddress.get(email.toLowerCase()) ?? []), item]);
  const sender = senderOf({ whiteLabel: project.whiteLabel ?? '' });
  for (const [to, ofPerson] of byAddress) {
    const values = { project: project.name, count: String(ofPerson.length), items: ofPerson.map(lineOf).join('\n') };
    const mail = { kind: 'technicalDue', to, language: LANGUAGE, sender, projectId: project._id } as const;
    await queueMail({ ...mail, values: { ...values, projectId: project._id } }, now, session);
  }
}

/** Notifies the person in charge; without one all who may record the work. */
async function tell(ctx: Ctx, { doc, kind, left, next }: Item, others: string[], session: Session): Promise<void> {
  const who = toStaff(doc.managerId ? [doc.managerId] : others);
  const subject = { module: technicalSystem.code, id: doc._id, title: doc.name, day: next };
  const late = left < 0 ? 'OVERDUE' : 'DUE';
  const about = kind === 'INSPECTION' ? { ...subject, part: 'ACCREDITATION' } : subject;
  await notify(ctx, who, `TECHNICAL_${kind}_${late}`, about, session);
}

async function remind(ctx: Ctx, project: Project): Promise<number> {
  if (hourIn(project.timeZone, ctx.now) < HOUR) return 0;
  const items = await loadItems(ctx);
  if (items.length === 0) return 0;
  const others = await loadReaders(ctx.projectId, technicalSystem.code, 'updateStatus');
  const changeOf = (item: Item): Change => {
    const { definition, doc, kind, mark } = item;
    const { told } = CARE[kind];
    // The version stays, so that open forms do not become stale.
    const update = { doc, set: { [told]: mark }, keepVersion: true, while: { [told]: doc[told] } };
    const also = async (session: Session) => {
      await tell(ctx, item, others, session);
      if (item === items[0]) await mailAll(project, items, ctx.now, session);
    };
    return { definition, action: 'remind', update, also };
  };
  const [first, second] = [items[0]?.kind, CARE_KINDS.find(kind => kind !== items[0]?.kind)];
  // Two transactions: a record with both kinds due is updated twice.
  for (const kind of [first, second]) {
    const ofKind = items.filter(item => item.kind === kind);
    if (ofKind.length > 0) await save(ctx, ofKind.map(changeOf));
  }
  return items.length;
}

/** Sends reminders of maintenance and inspection, once per date and level. Idempotent, and safe on several servers. */
export const systemReminderJob = defineJob({
  name: 'reminders of systems and devices',
  every: '*/10 * * * *',
  perProject: remind,
});

/** Reminder mail: a line per date, and the link to the list. */
const technicalDue: MailKind = async ({ values, base }) => {
  const { projectId = '', ...rest } = values;
  return { values: rest, link: `${base}/projects/${projectId}/technical-management?tabActiveKey=MAINTENANCE` };
};
export const technicalMails = { technicalDue };
