import {
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  type KeyObject,
  pbkdf2,
  timingSafeEqual,
  X509Certificate,
} from 'node:crypto';
import { promisify } from 'node:util';
import { type Der, DerInvalid, derOf, intOf, oidOf, partAt, partsOf } from './der.ts';

/** A private key with its certificate. */
export interface Signing {
  key: KeyObject;
  certificate: X509Certificate;
}

/** Thrown for an invalid file, a wrong password or an obsolete cipher. */
export class P12Invalid extends Error {}

const DATA = '1.2.840.113549.1.7.1';
const ENCRYPTED = '1.2.840.113549.1.7.6';
const KEY_BAG = '1.2.840.113549.1.12.10.1.1';
const SHROUDED_BAG = '1.2.840.113549.1.12.10.1.2';
const CERT_BAG = '1.2.840.113549.1.12.10.1.3';
const PBES2 = '1.2.840.113549.1.5.13';
const PBE_3DES = '1.2.840.113549.1.12.1.3';
const HASHES: Readonly<Record<string, readonly [name: string, block: number]>> = {
  '1.3.14.3.2.26': ['sha1', 64],
  '2.16.840.1.101.3.4.2.1': ['sha256', 64],
  '2.16.840.1.101.3.4.2.2': ['sha384', 128],
  '2.16.840.1.101.3.4.2.3': ['sha512', 128],
};
const PRFS: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};
const CIPHERS: Readonly<Record<string, readonly [name: string, bytes: number]>> = {
  '2.16.840.1.101.3.4.1.2': ['aes-128-cbc', 16],
  '2.16.840.1.101.3.4.1.22': ['aes-192-cbc', 24],
  '2.16.840.1.101.3.4.1.42': ['aes-256-cbc', 32],
  '1.2.840.113549.3.7': ['des-ede3-cbc', 24],
};
const MOST_ROUNDS = 2_000_000;
const derive = promisify(pbkdf2);

function roundsIn(value: Der): number {
  const rounds = intOf(value);
  if (rounds < 1 || rounds > MOST_ROUNDS) throw new P12Invalid('rounds');
  return rounds;
}

/** Password as UTF-16BE with a terminating zero, as PKCS #12 requires. */
const wide = (password: string) => Buffer.from(`${password}\0`, 'utf16le').swap16();
const filled = (bytes: Buffer, block: number): Buffer => {
  if (bytes.length === 0) return bytes;
  const size = block * Math.ceil(bytes.length / block);
  return Buffer.concat(Array.from({ length: Math.ceil(size / bytes.length) }, () => bytes)).subarray(0, size);
};

/** Key derivation (RFC 7292, B.2); `purpose` 1 derives a key, 2 an IV, 3 a MAC key. */
function stretched(
  [hash, block]: readonly [string, number],
  password: string,
  salt: Buffer,
  rounds: number,
  purpose: number,
  size: number,
): Buffer {
  let mixed = Buffer.concat([filled(salt, block), filled(wide(password), block)]);
  const made: Buffer[] = [];
  const mark = Buffer.alloc(block, purpose);
  for (let count = 0; count < size; ) {
    let digest = createHash(hash).update(mark).update(mixed).digest();
    for (let n = 1; n < rounds; n++) digest = createHash(hash).update(digest).digest();
    made.push(digest);
    count += digest.length;
    const add = BigInt(`0x${filled(digest, block).subarray(0, block).toString('hex')}`) + 1n;
    const limit = 1n << BigInt(8 * block);
    const next: Buffer[] = [];
    for (let at = 0; at < mixed.length; at += block) {
      const sum = (BigInt(`0x${mixed.subarray(at, at + block).toString('hex')}`) + add) % limit;
      next.push(Buffer.from(sum.toString(16).padStart(2 * block, '0'), 'hex'));
    }
    mixed = Buffer.concat(next);
  }
  return Buffer.concat(made).subarray(0, size);
}

/** Decrypts password-encrypted data by its algorithm. */
async function opened(algorithm: Der, sealed: Buffer, password: string): Promise<Buffer> {
  const [name, terms] = partsOf(algorithm);
  if (!name || !terms) throw new P12Invalid('cipher');
  const method = oidOf(name);
  if (method === PBE_3DES) {
    const [salt, rounds] = [partAt(terms, 0).body, roundsIn(partAt(terms, 1))];
    const of = (purpose: number, size: number) => stretched(['sha1', 64], password, salt, rounds, purpose, size);
    return plain(createDecipheriv('des-ede3-cbc', of(1, 24), of(2, 8)), sealed);
  }
  if (method !== PBES2) throw new P12Invalid('cipher');
  const [salt, rounds, ...more] = partsOf(partAt(terms, 0, 1));
  const prf = more.find(({ tag }) => tag === 0x30);
  const [cipher, bytes] = CIPHERS[oidOf(partAt(terms, 1, 0))] ?? [];
  if (!salt || !rounds || !cipher || !bytes) throw new P12Invalid('cipher');
  const hash = prf ? PRFS[oidOf(partAt(prf, 0))] : 'sha1';
  if (!hash) throw new P12Invalid('cipher');
  const key = await derive(password, salt.body, roundsIn(rounds), bytes, hash);
  return plain(createDecipheriv(cipher, key, partAt(terms, 1, 1).body), sealed);
}
const plain = (cipher: ReturnType<typeof createDecipheriv>, sealed: Buffer) =>
  Buffer.concat([cipher.update(sealed), cipher.final()]);

/** Verifies the file's MAC, which checks integrity and password. */
function assertIntact(pfx: Der, content: Buffer, password: string): void {
  const mac = partsOf(pfx)[2];
  if (!mac) throw new P12Invalid('unsigned');
  const hash = HASHES[oidOf(partAt(mac, 0, 0, 0))];
  if (!hash) throw new P12Invalid('digest');
  const right = partAt(mac, 0, 1).body;
  const rounds = partsOf(mac)[2];
  const key = stretched(hash, password, partAt(mac, 1).body, rounds ? roundsIn(rounds) : 1, 3, right.length);
  const digest = createHmac(hash[0], key).update(content).digest();
  if (digest.length !== right.length || !timingSafeEqual(digest, right)) throw new P12Invalid('password');
}

/** All bags of a file, including those in encrypted parts. */
async function bagsIn(content: Buffer, password: string): Promise<Der[]> {
  const bags: Der[] = [];
  for (const part of partsOf(derOf(content))) {
    const kind = oidOf(partAt(part, 0));
    if (kind === DATA) bags.push(...partsOf(derOf(partAt(part, 1, 0).body)));
    if (kind !== ENCRYPTED) continue;
    const info = partAt(part, 1, 0, 1);
    bags.push(...partsOf(derOf(await opened(partAt(info, 1), partAt(info, 2).body, password))));
  }
  return bags;
}

/** Private key of a P12 file, and the matching certificate. */
export async function readP12(file: Buffer, password: string): Promise<Signing> {
  try {
    const pfx = derOf(file);
    const content = partAt(pfx, 1, 1, 0).body;
    assertIntact(pfx, content, password);
    const bags = (await bagsIn(content, password)).map(bag => [oidOf(partAt(bag, 0)), partAt(bag, 1, 0)] as const);
    const held = bags.find(([kind]) => kind === KEY_BAG || kind === SHROUDED_BAG);
    if (!held) throw new P12Invalid('key');
    const key = createPrivateKey({ key: held[1].whole, format: 'der', type: 'pkcs8', passphrase: password });
    const certificate = bags
      .filter(([kind]) => kind === CERT_BAG)
      .map(([, bag]) => new X509Certificate(partAt(bag, 1, 0).body))
      .find(candidate => candidate.checkPrivateKey(key));
    if (!certificate || key.asymmetricKeyType !== 'rsa') throw new P12Invalid('certificate');
    return { key, certificate };
  } catch (error) {
    if (error instanceof P12Invalid) throw error;
    // Any parse error means an invalid file.
    throw new P12Invalid(error instanceof DerInvalid ? error.message : 'file');
  }
}
