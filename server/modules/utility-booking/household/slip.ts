import { dayOf } from '@lobby/shared/kit/dates.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { clockAt } from '../../../kit/base/local-time.ts';
import { text } from '../../../kit/base/messages.ts';
import { numberIn } from '../../../kit/base/numbers.ts';
import { addressOf } from '../../../kit/http/origin.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { openPdf } from '../../../kit/paper/pdf.ts';
import { load } from '../../../kit/records/acts/act.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { titledBy } from '../../../platform/projects/paper/paper.ts';
import { drawPaper, layoutFor, type PaperContent } from '../../template/index.ts';
import { nameOf } from '../slots/bookable.ts';
import { amenityById } from '../waitlist/offers.ts';

/** A moment in the format of documents. */
function written(at: Date | null, timeZone: string): string {
  if (!at) return '';
  const { day, minutes } = clockAt(at, timeZone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)} ${day.split('-').toReversed().join('/')}`;
}

/** Content of a booking slip; its code opens the booking at the desk. */
async function loadContent(ctx: Ctx, doc: Doc<typeof utilityBooking>, home: string): Promise<PaperContent> {
  const { timeZone } = ctx.project;
  const figures = (value: number) => `${numberIn(ctx.language, value)}\u00a0₫`;
  const [amenity, homes, people] = await Promise.all([
    amenityById(ctx, doc.utilityId),
    loadRefs(ctx.projectId, unit, [doc.unitId]),
    loadRefs(ctx.projectId, resident, doc.residentId ? [doc.residentId] : []),
  ]);
  const { deposit } = doc;
  return {
    code: doc.code ?? '',
    day: dayOf(ctx.now, timeZone).split('-').toReversed().join('/'),
    tables: [],
    sums: [],
    bank: null,
    qr: null,
    box: { key: 'amount', amount: figures(doc.total), below: null },
    amount: doc.total > 0 ? doc.total : null,
    cancelled: ['CANCELLED', 'REJECTED', 'WAITING_FOR_CANCELLED'].includes(doc.status),
    mark: `${home}/projects/${ctx.projectId}/${utilityBooking.route}?id=${doc._id}`,
    facts: [
      ['to', people.get(doc.residentId ?? '')?.name ?? ''],
      ['unit', homes.get(doc.unitId)?.code ?? ''],
      ['amenity', amenity ? nameOf(ctx, amenity) : ''],
      ['time', `${written(doc.startAt, timeZone)} - ${written(doc.endAt, timeZone)}`],
      ['quantity', String(doc.quantity)],
      ['method', text(ctx, `utility-booking.options.paymentState.${doc.paymentState}`)],
      ...(deposit > 0 ? [['deposit', figures(deposit)] as const] : []),
      ['reason', doc.note ?? ''],
    ],
  };
}

/** Slip of a booking, by the project's template (BOOKING_SLIP). */
const slip = route({
  method: 'get',
  path: `${utilityBooking.path}/:id/pdf`,
  summary: 'The slip of a booking, with its code',
  module: utilityBooking.code,
  flags: ['read'],
  residents: true,
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ reportTemplateId: idSchema.optional() }),
  answer: 'application/pdf',
  async run(ctx, { params: { id }, query: { reportTemplateId: templateId }, res }) {
    const doc = await load(ctx, utilityBooking, id);
    const layout = await layoutFor(ctx, 'BOOKING_SLIP', { templateId });
    const home = addressOf(res.req);
    const content = await loadContent(ctx, doc, home);
    res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': `inline; filename="${content.code}.pdf"` });
    const pdf = openPdf(res, titledBy(content.code));
    await drawPaper(pdf, layout, content, ctx);
    await pdf.close();
  },
});

export const slipCalls: readonly Route[] = [slip];
