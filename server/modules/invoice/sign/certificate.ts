import { generateKeyPair, type KeyPairKeyObjectResult, randomBytes, sign, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { der, oid, sequence } from './der.ts';
import type { Signing } from './p12.ts';

const makeKeys = promisify(generateKeyPair);
const RSA_SHA256 = sequence(oid('1.2.840.113549.1.1.11'), der(0x05));
const timeOf = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));
const named = (name: string, value: string) => der(0x31, sequence(oid(name), der(0x0c, Buffer.from(value))));

/** Tax code in a Vietnamese certificate's subject, as in `MST:0100233488`. */
export const taxCodeOf = ({ subject }: Pick<X509Certificate, 'subject'>): string | null =>
  /MST:\s*(\d{10}(?:-?\d{3})?)(?!\d)/.exec(subject)?.[1]?.replace('-', '') ?? null;

/** Self-signed key and certificate for the sandbox. */
export const makeSandboxSigning = async (taxCode: string, name: string, now: Date): Promise<Signing> =>
  certifyKeys(await makeKeys('rsa', { modulusLength: 2048 }), taxCode, name, now);

/** Self-signed certificate of a key pair. */
export function certifyKeys(
  { privateKey, publicKey }: KeyPairKeyObjectResult,
  taxCode: string,
  name: string,
  now: Date,
): Signing {
  const subject = sequence(
    named('0.9.2342.19200300.100.1.1', `MST:${taxCode}`),
    named('2.5.4.3', `SANDBOX ${name}`.slice(0, 64)),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1]), randomBytes(8)),
    RSA_SHA256,
    subject,
    sequence(timeOf(new Date(now.getTime() - DAY_MS)), timeOf(new Date(now.getTime() + 3650 * DAY_MS))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const whole = sequence(body, RSA_SHA256, der(0x03, Buffer.from([0]), sign('sha256', body, privateKey)));
  return { key: privateKey, certificate: new X509Certificate(whole) };
}
