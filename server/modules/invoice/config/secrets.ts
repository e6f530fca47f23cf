import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { InvoiceEnvironment } from '@lobby/shared/modules/invoice-config.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Collection, db } from '../../../kit/database/database.ts';
import { open, seal } from '../../../kit/privacy/personal.ts';
import { makeSandboxSigning } from '../sign/certificate.ts';
import type { Signing } from '../sign/p12.ts';

/** Names of the encrypted secrets of a project's invoices. */
type Name = 'file' | 'sandbox' | `credentials.${InvoiceEnvironment}` | `sender.${InvoiceEnvironment}` | 'answers';
interface Kept {
  _id: string;
  of: Record<string, string>;
}

export const invoiceSecretCollection: Collection = { name: 'invoice-secrets', indexes: [] };
const secrets = () => db().collection<Kept>(invoiceSecretCollection.name);
const LETTERS = 'invoice-secrets';
/** Field name without dots. */
const keyOf = (name: Name) => name.replace('.', '-');

export async function keepSecret({ projectId }: Pick<Ctx, 'projectId'>, name: Name, value: unknown): Promise<void> {
  const sealed = seal(LETTERS, JSON.stringify(value));
  await secrets().updateOne({ _id: projectId }, { $set: { [`of.${keyOf(name)}`]: sealed } }, { upsert: true });
}

export async function loadSecret<T>({ projectId }: Pick<Ctx, 'projectId'>, name: Name): Promise<T | null> {
  const sealed = (await secrets().findOne({ _id: projectId }))?.of[keyOf(name)];
  return sealed ? (JSON.parse(open(LETTERS, sealed) ?? 'null') as T) : null;
}

interface KeptSigning {
  key: string;
  certificate: string;
}
const toKept = ({ key, certificate }: Signing): KeptSigning => ({
  key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  certificate: certificate.raw.toString('base64'),
});
const fromKept = ({ key, certificate }: KeptSigning): Signing => ({
  key: createPrivateKey(key),
  certificate: new X509Certificate(Buffer.from(certificate, 'base64')),
});

export const keepSigning = (ctx: Pick<Ctx, 'projectId'>, name: 'file' | 'sandbox', signing: Signing): Promise<void> =>
  keepSecret(ctx, name, toKept(signing));

/** Signing key of a project: from its file, or a sandbox key that is generated on first use. */
export async function loadSigning(
  ctx: Pick<Ctx, 'projectId' | 'now'>,
  { signer, sellerTaxCode, sellerName }: { signer: string; sellerTaxCode: string | null; sellerName: string | null },
): Promise<Signing | null> {
  if (signer === 'FILE') {
    const held = await loadSecret<KeptSigning>(ctx, 'file');
    return held && fromKept(held);
  }
  const held = await loadSecret<KeptSigning & { of: string }>(ctx, 'sandbox');
  if (held && held.of === sellerTaxCode) return fromKept(held);
  if (!sellerTaxCode) return null;
  const made = await makeSandboxSigning(sellerTaxCode, sellerName ?? '', ctx.now);
  await keepSecret(ctx, 'sandbox', { ...toKept(made), of: sellerTaxCode });
  return made;
}
