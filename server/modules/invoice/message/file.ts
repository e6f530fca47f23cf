import type { invoice } from '@lobby/shared/modules/invoice.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadXml } from './kept.ts';

/** An element as it stands in a message, to the byte: what is signed is never written again. */
const cut = (xml: string, name: string): string | null =>
  new RegExp(`<${name}>[\\s\\S]*</${name}>`).exec(xml)?.[0] ?? null;

/** An invoice with what the office gave it: its code before the signatures, its own signature behind that of the seller. */
function withAnswer(sent: string, answered: string): string {
  const given = cut(answered, 'HDon');
  // Most offices answer the whole invoice, signed by both.
  if (given && cut(given, 'NBan') && /<DLHDon[ >]/.test(given)) return given;
  const signature = given && cut(given, 'CQT');
  return sent
    .replace('<DSCKS>', () => `${cut(answered, 'MCCQT') ?? ''}<DSCKS>`)
    .replace('</DSCKS>', () => `${signature ?? ''}</DSCKS>`);
}

/** The signed invoice as its buyer keeps it, with the code of the tax office where it got one; null before it was sent. */
export async function invoiceFile(doc: Doc<typeof invoice>): Promise<string | null> {
  const newest = { sort: { at: -1 } } as const;
  const [out, back] = await Promise.all([
    records(taxMessage).first(doc, { invoiceId: doc._id, direction: 'OUT', type: { $in: ['200', '203'] } }, newest),
    records(taxMessage).first(doc, { invoiceId: doc._id, direction: 'IN', type: '202' }, newest),
  ]);
  const [sent, answered] = await Promise.all([
    out && loadXml(doc.projectId, out._id),
    back && loadXml(doc.projectId, back._id),
  ]);
  const own = sent && cut(sent, 'HDon');
  if (!own) return null;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${answered ? withAnswer(own, answered) : own}`;
}
