import { fileSchema } from '@lobby/shared/kit/answer-schema.ts';
import { isIn } from '@lobby/shared/kit/is-in.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { PARTNER_LINK_ROLES } from '@lobby/shared/modules/merchant-order.contract.ts';
import { merchantOrder, PARTNER_ACTS } from '@lobby/shared/modules/merchant-order.ts';
import { AGREED, AT_WORK } from '@lobby/shared/modules/merchant-order-acts.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { z } from 'zod';
import { loadFiles } from '../../../kit/files/files.ts';
import { holdKeys } from '../../../kit/privacy/person-keys.ts';
import { open } from '../../../kit/privacy/personal.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { loadProject } from '../../../platform/projects/projects.ts';
import { loadTitle } from '../order-notices.ts';
import { loadSaid, saidSchema } from '../talk.ts';
import { type Holder, isOver } from './link-holder.ts';

const text = z.string().nullable();
const moment = z.iso.datetime().nullable();
const orderSchema = z.object({
  code: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.string(),
  version: z.int(),
  project: z.string(),
  hotline: text,
  address: text,
  block: text,
  floor: text,
  unit: text,
  partner: z.string(),
  /** Contact of the household, shown once the partner has accepted. */
  contactName: text,
  hasPhone: z.boolean(),
  wantedFrom: moment,
  wantedTo: moment,
  appointmentAt: moment,
  employeeName: text,
  employeePhone: text,
  quote: z.int(),
  total: z.int().nullable(),
  items: z.array(z.object({ name: z.string(), quantity: z.int(), price: z.int() })),
  finishNote: text,
  reason: text,
  photos: z.array(fileSchema),
  finishPhotos: z.array(fileSchema),
  /** Directions from the amenity. */
  directions: text,
});
export const pageSchema = z.object({
  order: orderSchema,
  role: z.enum(PARTNER_LINK_ROLES),
  /** Acts currently allowed. */
  acts: z.array(z.enum(PARTNER_ACTS)),
  until: z.iso.datetime(),
  language: z.literal('vi'),
  /** Messages, oldest first, and whether more can be sent. */
  messages: z.array(saidSchema),
  talks: z.boolean(),
  /** Link of the worker just named, to be passed on. */
  worker: z.string().nullish(),
});

const iso = (value: Date | null) => value?.toISOString() ?? null;
const word = (value: string | null | undefined) => value || null;

/** Statuses in which a partner sees the household: after accepting, while there is work. */
const KNOWN: readonly string[] = [...AGREED, ...AT_WORK, 'EMPLOYEE_FINISHED'];
export const isKnown = ({ status }: Doc<typeof merchantOrder>): boolean => KNOWN.includes(status);

/** Contact of an order: the person named in it, else the resident who ordered. */
export async function loadContact(
  doc: Doc<typeof merchantOrder>,
): Promise<{ name: string | null; phone: string | null }> {
  const plain = (value: string | null | undefined) => (value ? open(doc.projectId, value) : null);
  const person = doc.residentId ? await records(resident).get(doc, doc.residentId) : null;
  if (person) await holdKeys([person]);
  return {
    name: plain(doc.contactName) ?? word(person?.name),
    phone: plain(doc.contactPhone) ?? plain(person?.phone),
  };
}

const nameIn = async (projectId: string, definition: typeof block | typeof floor, id: string | null | undefined) =>
  id ? word((await loadRefs(projectId, definition, [id])).get(id)?.name) : null;

async function loadDirections(projectId: string, utilityId: string): Promise<string | null> {
  const amenity = await records(utility).withRemoved().get({ projectId }, utilityId);
  return word(amenity?.directions);
}

/** Partner's view of an order: place, items and times, without other data of the household; ended orders show only code and status. */
export async function pageFor(
  { ctx, link }: Holder,
  doc: Doc<typeof merchantOrder>,
  worker?: string,
): Promise<z.output<typeof pageSchema>> {
  const { projectId } = ctx;
  const [isShown, over, unitId] = [isKnown(doc), isOver(doc), doc.unitId];
  const project = await loadProject(projectId);
  const home = over ? undefined : (await loadRefs(projectId, unit, [unitId])).get(unitId);
  const files = await loadFiles(ctx, over ? [] : [...doc.photos, ...doc.finishPhotos]);
  const contact = isShown ? await loadContact(doc) : null;
  const shown = (ids: readonly string[]) => ids.flatMap(id => files.get(id) ?? []);
  const reader = (await loadRefs(projectId, partner, [link.partnerId])).get(link.partnerId);
  const open = <T>(value: T): T | null => (over ? null : value);
  const order = {
    code: doc.code ?? '',
    title: await loadTitle(ctx, { ...doc, code: null }),
    description: over ? '' : doc.description,
    status: doc.status,
    version: doc.version,
    project: project?.name ?? '',
    hotline: word(project?.hotline),
    address: word(project?.address),
    block: await nameIn(projectId, block, home?.blockId),
    floor: await nameIn(projectId, floor, home?.floorId),
    unit: isShown ? word(home?.code) : null,
    partner: reader?.name ?? '',
    contactName: contact?.name ?? null,
    hasPhone: Boolean(contact?.phone),
    wantedFrom: open(iso(doc.wantedFrom)),
    wantedTo: open(iso(doc.wantedTo)),
    appointmentAt: open(iso(doc.appointmentAt)),
    employeeName: open(word(doc.employeeName)),
    employeePhone: open(word(doc.employeePhone)),
    quote: over ? 0 : doc.quote,
    total: doc.total,
    items: over ? [] : doc.items.map(({ name, quantity, price }) => ({ name, quantity, price: price ?? 0 })),
    finishNote: open(word(doc.finishNote)),
    reason: open(word(doc.reason)),
    photos: shown(doc.photos),
    finishPhotos: shown(doc.finishPhotos),
    directions: over ? null : await loadDirections(projectId, doc.utilityId),
  };
  const { actions } = merchantOrder;
  const allowed = ctx.guest?.acts ?? [];
  return {
    order,
    role: link.role,
    until: link.until.toISOString(),
    language: 'vi' as const,
    worker: worker ?? null,
    messages: over ? [] : await loadSaid(ctx, doc._id),
    talks: !over,
    acts: PARTNER_ACTS.filter(name => allowed.includes(name) && isIn(doc.status, actions[name].from)),
  };
}
