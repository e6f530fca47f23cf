import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const part = (tag: number, ...bodies: Buffer[]): Buffer => {
  const body = Buffer.concat(bodies);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...bodies: Buffer[]) => part(0x30, ...bodies);
const text = (tag: number, value: string) => part(tag, Buffer.from(value));

const ECDSA_SHA256 = sequence(part(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = part(0x06, Buffer.from('550403', 'hex'));
const OTHER_NAMES = part(0x06, Buffer.from('551d11', 'hex'));

// TLS goes by the machine's own clock, which the tests do not set: valid for all of its years. Years of two digits end in 2049.
const VALID_FROM = '200101000000Z';
const VALID_UNTIL = '491231235959Z';

/** Makes a self-signed certificate (X.509 v3) for 127.0.0.1 without external tools; returns the file paths. */
export function makeCertificate(dir: string): { cert: string; key: string; pem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(part(0x31, sequence(COMMON_NAME, text(0x0c, 'lobby test'))));
  const names = part(0x04, sequence(text(0x82, 'localhost'), part(0x87, Buffer.from([127, 0, 0, 1]))));
  const body = sequence(
    part(0xa0, part(0x02, Buffer.from([2]))),
    part(0x02, Buffer.from([1]), randomBytes(8)),
    ECDSA_SHA256,
    name,
    sequence(text(0x17, VALID_FROM), text(0x17, VALID_UNTIL)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    part(0xa3, sequence(sequence(OTHER_NAMES, names))),
  );
  const signature = part(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const base64 = sequence(body, ECDSA_SHA256, signature).toString('base64');
  const pem = `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
  mkdirSync(dir, { recursive: true });
  const files = { cert: join(dir, 'cert.pem'), key: join(dir, 'key.pem') };
  writeFileSync(files.cert, pem);
  writeFileSync(files.key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return { ...files, pem };
}
