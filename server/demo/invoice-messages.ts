import { generateKeyPairSync } from 'node:crypto';
import { certifyKeys, type InvoiceDocument, keptXml, type Sending, writeInvoice } from '../modules/invoice/index.ts';
import { invoiceOfDemo } from './invoice-rules.ts';

/** A tax message before it is stored: finished XML, or an invoice that is signed while loading. */
export type DemoMessage = { _id: string; projectId: string } & (
  | { xml: string }
  | { invoice: InvoiceDocument; invoiceId: string; sending: Sending; at: Date }
);

export const isDemoMessage = (doc: object): doc is DemoMessage => 'xml' in doc || 'sending' in doc;

/** Returns a function that signs and seals messages. All share one key pair, which is kept in memory only. */
export function messageKeeper(): (message: DemoMessage) => object {
  let signing: ReturnType<typeof certifyKeys> | null = null;
  const sign = ({ invoice, invoiceId, sending, at }: Extract<DemoMessage, { sending: Sending }>) => {
    const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
    signing ??= certifyKeys(keys(), sending.taxCode, String(invoiceOfDemo.sellerName), at);
    return writeInvoice(invoice, invoiceId, sending, signing, at);
  };
  return message => keptXml(message.projectId, message._id, 'xml' in message ? message.xml : sign(message));
}
