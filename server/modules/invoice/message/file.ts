import type { invoice } from '@lobby/shared/modules/invoice.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadXml } from './tax-xml.ts';

/** Cuts an element out of a message byte by byte: signed content must not be serialised again. */
const cut = (xml: string, name: string): string | null =>
  new RegExp(`<${name}>[\\s\\S]*</${name}>`).exec(xml)?.[0] ?? null;

/** Adds the office's code before the signatures, and its signature after the seller's. */
function withAnswer(sent: string, answered: string): string {
  const answer = cut(answered, 'HDon');
  // Most offices return the whole invoice with both signatures.
  if (answer && cut(answer, 'NBan') && /<DLHDon[ >]/.test(answer)) return answer;
  const signature = answer && cut(answer, 'CQT');
  return sent
    .replace('<DSCKS>', () => `${cut(answered, 'MCCQT') ?? ''}<DSCKS>`)
    .replace('</DSCKS>', () => `${signature ?? ''}</DSCKS>`);
}

/** Signed invoice for the buyer, with the office's code if there is one; null before it was sent. */
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
  const document = sent && cut(sent, 'HDon');
  if (!document) return null;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${answered ? withAnswer(document, answered) : document}`;
}
