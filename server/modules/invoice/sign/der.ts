/** A DER value, as in certificates and key files. */
export interface Der {
  tag: number;
  body: Buffer;
  /** Including the header. */
  whole: Buffer;
}

/** Thrown for invalid or truncated DER. */
export class DerInvalid extends Error {}

function read(from: Buffer, start: number): Der & { end: number } {
  const [tag, first] = [from[start], from[start + 1]];
  if (tag === undefined || first === undefined) throw new DerInvalid('end');
  let body = start + 2;
  let length = first;
  if (first > 0x7f) {
    const count = first & 0x7f;
    if (count === 0 || count > 4 || body + count > from.length) throw new DerInvalid('length');
    length = from.readUIntBE(body, count);
    body += count;
  }
  const end = body + length;
  if (end > from.length) throw new DerInvalid('end');
  return { tag, body: from.subarray(body, end), whole: from.subarray(start, end), end };
}

export const derOf = (from: Buffer): Der => read(from, 0);

/** Values nested in a value. */
export function partsOf({ body }: Pick<Der, 'body'>): Der[] {
  const parts: Der[] = [];
  for (let at = 0; at < body.length; ) {
    const part = read(body, at);
    parts.push(part);
    at = part.end;
  }
  return parts;
}
/** Nested value by a path of indexes. */
export function partAt(der: Der, ...path: readonly number[]): Der {
  let part = der;
  for (const n of path) {
    const next = partsOf(part)[n];
    if (!next) throw new DerInvalid('part');
    part = next;
  }
  return part;
}

/** Dotted notation of an object identifier. */
export function oidOf({ tag, body }: Der): string {
  if (tag !== 0x06) throw new DerInvalid('identifier');
  const numbers: number[] = [];
  let value = 0;
  for (const byte of body) {
    value = value * 128 + (byte & 0x7f);
    if (byte > 0x7f) continue;
    if (numbers.length === 0)
      numbers.push(Math.min(2, Math.floor(value / 40)), value - 40 * Math.min(2, Math.floor(value / 40)));
    else numbers.push(value);
    value = 0;
  }
  return numbers.join('.');
}
export function intOf({ tag, body }: Der): number {
  if (tag !== 0x02 || body.length === 0 || body.length > 5) throw new DerInvalid('number');
  return body.readUIntBE(0, body.length);
}

/** Encodes a value. */
export function der(tag: number, ...bodies: readonly Buffer[]): Buffer {
  const body = Buffer.concat(bodies);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
export const sequence = (...bodies: readonly Buffer[]): Buffer => der(0x30, ...bodies);
export function oid(dotted: string): Buffer {
  const [a = 0, b = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [a * 40 + b];
  for (const number of rest) {
    const digits = [number % 128];
    for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift((left % 128) | 0x80);
    bytes.push(...digits);
  }
  return der(0x06, Buffer.from(bytes));
}
