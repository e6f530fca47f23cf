import { createHash, sign, verify, X509Certificate } from 'node:crypto';
import { allAt, at, byId, canonical, el, elementsOf, localName, scopeIn, textAt, type XmlNode } from '../xml/node.ts';
import type { Signing } from './p12.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const XADES = 'http://uri.etsi.org/01903/v1.3.2#';
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const ENVELOPED = `${DSIG}enveloped-signature`;
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const IN_SIGNATURE = { xmlns: DSIG };

const digestOf = (text: string | Buffer) => createHash('sha256').update(text).digest('base64');
const algorithm = (name: string, value: string) => el(name, [], { Algorithm: value });

const reference = (id: string, digest: string, transforms: readonly string[], type?: string) =>
  el(
    'Reference',
    [
      ...(transforms.length > 0
        ? [
            el(
              'Transforms',
              transforms.map(transform => algorithm('Transform', transform)),
            ),
          ]
        : []),
      algorithm('DigestMethod', SHA256),
      el('DigestValue', digest),
    ],
    { URI: `#${id}`, ...(type && { Type: type }) },
  );

/** Serial number from hexadecimal to decimal. */
const decimal = (hex: string) => BigInt(`0x${hex}`).toString();
const oneLine = (name: string) => name.split('\n').join(', ');

/** Signed properties with time and certificate (XAdES-BES). */
const properties = ({ certificate }: Signing, id: string, now: Date): XmlNode =>
  el(
    'xades:SignedProperties',
    [
      el('xades:SignedSignatureProperties', [
        el('xades:SigningTime', now.toISOString().replace(/\.\d{3}Z$/, 'Z')),
        el('xades:SigningCertificate', [
          el('xades:Cert', [
            el('xades:CertDigest', [algorithm('DigestMethod', SHA256), el('DigestValue', digestOf(certificate.raw))]),
            el('xades:IssuerSerial', [
              el('X509IssuerName', oneLine(certificate.issuer)),
              el('X509SerialNumber', decimal(certificate.serialNumber)),
            ]),
          ]),
        ]),
      ]),
    ],
    { Id: `${id}-properties` },
  );

/** Signature of an element with an Id, over its canonical form and the signed properties. */
export function signatureOf(signed: XmlNode, signing: Signing, id: string, now: Date): XmlNode {
  const signedProperties = properties(signing, id, now);
  const around = { ...IN_SIGNATURE, 'xmlns:xades': XADES };
  const info = el('SignedInfo', [
    algorithm('CanonicalizationMethod', C14N),
    algorithm('SignatureMethod', RSA_SHA256),
    reference(signed.attributes.Id ?? '', digestOf(canonical(signed)), [ENVELOPED, C14N]),
    reference(
      `${id}-properties`,
      digestOf(canonical(signedProperties, around)),
      [C14N],
      'http://uri.etsi.org/01903#SignedProperties',
    ),
  ]);
  const value = sign('sha256', Buffer.from(canonical(info, IN_SIGNATURE)), signing.key).toString('base64');
  return el(
    'Signature',
    [
      info,
      el('SignatureValue', value),
      el('KeyInfo', [
        el('X509Data', [
          el('X509SubjectName', oneLine(signing.certificate.subject)),
          el('X509Certificate', signing.certificate.raw.toString('base64')),
        ]),
      ]),
      el('Object', [el('xades:QualifyingProperties', [signedProperties], { 'xmlns:xades': XADES, Target: `#${id}` })]),
    ],
    { ...IN_SIGNATURE, Id: id },
  );
}

/** Namespaces in scope around an element; null if it is not in the tree. */
function scopeAround(
  root: XmlNode,
  wanted: XmlNode,
  outer: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> | null {
  if (root === wanted) return outer;
  const inner = scopeIn(root, outer);
  for (const child of elementsOf(root)) {
    const scope = scopeAround(child, wanted, inner);
    if (scope) return scope;
  }
  return null;
}

/** Copy of an element without its signature. */
const without = (node: XmlNode, signature: XmlNode): XmlNode => ({
  ...node,
  children: node.children
    .filter(child => child !== signature)
    .map(child => (typeof child === 'string' ? child : without(child, signature))),
});

/** Certificate of a valid signature that covers `mustSign`; null if it is invalid. */
export function signedBy(root: XmlNode, signature: XmlNode, mustSign: XmlNode): X509Certificate | null {
  try {
    const info = at(signature, 'SignedInfo');
    const encoded = textAt(signature, 'KeyInfo/X509Data/X509Certificate')?.replace(/\s/g, '');
    const value = textAt(signature, 'SignatureValue')?.replace(/\s/g, '');
    if (localName(signature) !== 'Signature' || !info || !encoded || !value) return null;
    const methods = ['CanonicalizationMethod', 'SignatureMethod'].map(name => at(info, name)?.attributes.Algorithm);
    if (methods[0] !== C14N || methods[1] !== RSA_SHA256) return null;
    const signed = new Set<XmlNode>();
    for (const node of allAt(info, 'Reference')) {
      const uri = node.attributes.URI ?? '';
      const target = uri === '' ? root : byId(root, uri.replace(/^#/, ''));
      const transforms = allAt(node, 'Transforms/Transform').map(({ attributes }) => attributes.Algorithm);
      if (!target || at(node, 'DigestMethod')?.attributes.Algorithm !== SHA256) return null;
      if (transforms.some(name => name !== C14N && name !== ENVELOPED)) return null;
      const read = transforms.includes(ENVELOPED) ? without(target, signature) : target;
      const text = canonical(read, scopeAround(root, target) ?? {});
      if (digestOf(text) !== textAt(node, 'DigestValue')?.replace(/\s/g, '')) return null;
      signed.add(target);
    }
    if (!signed.has(mustSign)) return null;
    const certificate = new X509Certificate(Buffer.from(encoded, 'base64'));
    const content = Buffer.from(canonical(info, scopeAround(root, info) ?? {}));
    return verify('sha256', content, certificate.publicKey, Buffer.from(value, 'base64')) ? certificate : null;
  } catch {
    return null;
  }
}
