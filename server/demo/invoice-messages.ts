import { generateKeyPairSync } from 'node:crypto';
import { certifyKeys, type InvoiceDocument, keptXml, type Sending, writeInvoice } from '../modules/invoice/index.ts';
import { invoiceOfDemo } from './invoice-rules.ts';

/** A message of the demo on its way into the store: written already, or an invoice that is signed as it is loaded. */
export type DemoMessage = { _id: string; projectId: string } & (
  | { xml: string }
  | { invoice: InvoiceDocument; invoiceId: string; sending: Sending; at: Date }
);

export const isDemoMessage = (doc: object): doc is DemoMessage => 'xml' in doc || 'sending' in doc;

/** Signs and seals messages, all under one key, which nobody keeps. */
export function messageKeeper(): (message: DemoMessage) => object {
  let signing: ReturnType<typeof certifyKeys> | null = null;
  const sign = ({ invoice, invoiceId, sending, at }: Extract<DemoMessage, { sending: Sending }>) => {
    const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
    signing ??= certifyKeys(keys(), sending.taxCode, String(invoiceOfDemo.sellerName), at);
    return writeInvoice(invoice, invoiceId, sending, signing, at);
  };
  return message => keptXml(message.projectId, message._id, 'xml' in message ? message.xml : sign(message));
}
