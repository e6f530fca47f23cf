import { registerInvoices } from '@lobby/shared/modules/invoice-config.contract.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import { fail } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { build } from '../../../kit/records/records.ts';
import { save } from '../../../kit/store/save.ts';
import { readiness } from '../compile/ready.ts';
import { assertInvoicing, invoiceConfig, sellerChanged, standConfig } from '../config/config.ts';
import { loadSecret, loadSigning } from '../config/secrets.ts';
import { envelope, newMessageId, OFFICE, registrationOf, senderOf, serializeMessage } from '../message/envelope.ts';
import { keepXml } from '../message/tax-xml.ts';

/** `PUT /e-invoice-config/register`: registers with the tax office, or updates the seller's data. */
export const registerRoute: Route = route(registerInvoices, {
  flags: ['updateStatus'],
  async run(ctx) {
    assertInvoicing(ctx);
    const config = await invoiceConfig(ctx.projectId);
    const steps = new Map((await readiness(ctx)).map(state => [state.step, state]));
    if (!steps.get('seller')?.ok) fail('INVOICE_SELLER_NOT_FOUND');
    if (steps.get('signature')?.hint === 'expired') fail('CERTIFICATE_EXPIRED');
    if (steps.get('signature')?.hint === 'foreign')
      fail('CERTIFICATE_INVALID', { why: 'invoice-config.certificate.faults.foreign' });
    if (!steps.get('signature')?.ok || !steps.get('provider')?.ok) fail('INVOICE_PROVIDER_NOT_CONFIGURED');
    const again = config.acceptedAt !== null;
    if (config.registration === 'SUBMITTED' || (again && !sellerChanged(config)))
      fail('STATUS_NOT_ALLOWED', { status: config.registration, version: 1 });
    const signing = await loadSigning(ctx, config);
    if (!signing) return fail('INVOICE_PROVIDER_NOT_CONFIGURED');
    const taxCode = config.sellerTaxCode ?? fail('INVOICE_SELLER_NOT_FOUND');
    const sender = senderOf(await loadSecret<string>(ctx, `sender.${config.environment}`), taxCode);
    const messageId = newMessageId(sender);
    const data = registrationOf(config, signing, ctx.now, todayOf(ctx), again);
    const head = { from: sender, to: OFFICE, type: '100', id: messageId, taxCode, count: 1 } as const;
    const message = await build(ctx, taxMessage, {
      at: ctx.now.toISOString(),
      type: '100',
      direction: 'OUT',
      messageId,
      nextAt: ctx.now.toISOString(),
    });
    const xml = serializeMessage(envelope(head, [data]));
    await save(ctx, [
      {
        definition: taxMessage,
        action: 'create',
        insert: message,
        also: session => keepXml(ctx.projectId, message._id, xml, session),
      },
    ]);
    await standConfig(ctx, () => ({ registration: 'SUBMITTED', refusal: null }));
    return { registration: 'SUBMITTED' as const, messageId };
  },
});
