import { db, newId } from '@lobby/server/kit/database/database.ts';
import { configureTaxSandbox, messageJob } from '@lobby/server/modules/invoice/index.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { invoiceBuyer } from '@lobby/shared/modules/invoice-buyer.ts';
import { INVOICE_CONFIG_PATH } from '@lobby/shared/modules/invoice-config.ts';
import { invoiceItem } from '@lobby/shared/modules/invoice-item.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { openTaxOffice } from '../../../scripts/sandbox/tax-office.ts';
import type { Row } from '../caller.ts';
import type { Samples } from '../contract/samples.ts';
import { readyToIssue, SELLER_TAX_CODE, signingFile } from '../samples/invoices.ts';
import type { Site } from '../world.ts';

/** Calls routes of electronic invoices that no record needs. */
export async function callInvoices(site: Pick<Site, 'ann' | 'dora' | 'id'>, samples: Samples): Promise<void> {
  const { ann, dora } = site;
  const { id } = await samples.record(service);
  await ann.get(`${invoiceItem.path}/unmapped`);
  await ann.post(`${invoiceItem.path}/from-services`, { serviceIds: [id] });
  const [first, second] = [await samples.record(invoiceItem), await samples.record(invoiceItem)];
  await ann.put(`${invoiceItem.path}/${first.id}/move`, { afterId: second.id });
  await ann.post(`${invoiceItem.path}/${first.id}/sample`, {});
  const { version } = (await ann.get<Row>(INVOICE_CONFIG_PATH)).data;
  const seller = { sellerName: 'Office', sellerAddress: '1 Street', sellerTaxCode: SELLER_TAX_CODE };
  await ann.put(INVOICE_CONFIG_PATH, { version, ...seller });
  await ann.post(`${INVOICE_CONFIG_PATH}/certificate`, signingFile('own'));
  await ann.get(`${INVOICE_CONFIG_PATH}/check`);
  await ann.put(`${INVOICE_CONFIG_PATH}/test`, {});
  await ann.file(`${INVOICE_CONFIG_PATH}/template/preview`);
  await callDrafts(site, samples);
  await callOffice(site, samples);
  await ann.get(`${invoiceBuyer.path}/without`);
  await dora.get(`${invoiceBuyer.path}/mine`);
  await ann.post(`${invoiceBuyer.path}/from-residents`, { isAll: true });
  const buyer = await samples.record(invoiceBuyer);
  await ann.get(`${invoiceBuyer.path}/${buyer.id}/invoices`);
}

/** Drafts for the bills of a month, and a preview. */
async function callDrafts({ ann, id: projectId }: Pick<Site, 'ann' | 'id'>, samples: Samples): Promise<void> {
  const due = await samples.record(bill);
  await ann.put(`${bill.path}/${due.id}/release`, {});
  const { month, serviceId } = (await ann.get<Row>(`${bill.path}/${due.id}`)).data;
  await ann.post(`${invoiceItem.path}/from-services`, { serviceIds: [serviceId] });
  const { data } = await ann.post<{ rows: { key: string }[] }>(`${invoice.path}/compile/preview`, { month });
  const rows = data.rows.map(({ key }) => ({ key }));
  await ann.post(`${invoice.path}/compile`, { month, rows });
  // Large months are compiled in the background.
  const run = { _id: newId(), projectId, next: 0, items: [], outcome: { made: [], refused: [] }, state: 'DONE' };
  await db().collection<{ _id: string }>('invoiceCompiles').insertOne(run);
  await ann.get(`${invoice.path}/compile/${run._id}`);
  const draft = await samples.record(invoice);
  await ann.get(`${invoice.path}/${draft.id}/preview`);
}

/** An invoice from registration to the tax office's answer. */
async function callOffice({ ann, id }: Pick<Site, 'ann' | 'id'>, samples: Samples): Promise<void> {
  const office = await openTaxOffice();
  configureTaxSandbox(office.url);
  const seriesId = await readyToIssue(id, ann);
  const { version } = (await ann.get<Row>(INVOICE_CONFIG_PATH)).data;
  await ann.put(INVOICE_CONFIG_PATH, { version, sellerName: 'Another office' });
  await ann.put(`${INVOICE_CONFIG_PATH}/register`, {});
  const draft = await samples.record(invoice);
  const own = `${invoice.path}/${draft.id}`;
  await ann.put(`${own}/issue`, { seriesId });
  for (let n = 0; n < 3; n++) await messageJob.run(new Date());
  // An invoice without an answer can be queried.
  office.faultsOfNext('never');
  const silent = await samples.record(invoice);
  await ann.put(`${invoice.path}/${silent.id}/issue`, { seriesId });
  await messageJob.run(new Date());
  await ann.put(`${invoice.path}/${silent.id}/query`, {});
  await ann.get(`${own}/xml`);
  await ann.file(`${own}/xml`);
  await ann.get(`${own}/pdf`);
  await ann.get(`${own}/chain`);
  await ann.get(`${taxMessage.path}/queue`);
  const { data } = await ann.get<Row[]>(`${taxMessage.path}?filter[direction][]=OUT&limit=100`);
  await ann.get(`${taxMessage.path}/${data[0]?.id}/xml`);
  const [answer = ''] = [...office.messages.values()].flatMap(({ answers }) => answers);
  await ann.post(`/webhooks/e-invoice/${id}`, answer, { 'Content-Type': 'text/xml' });
  configureTaxSandbox(null);
  await office.close();
}
