import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { type City, cities, type Place, wardsOf } from './vietnam.ts';

/** An address in its parts; what stands before ward and city is the street. */
export interface Address {
  street: string;
  ward: Place | null;
  city: City | null;
  /** Ward and city as they are now, where the address names the three levels from before July 2025. */
  suggestions: string[];
}

/** What a part of an address may begin with to say what it is; two wards may be told apart by nothing else. */
const KINDS: readonly [RegExp, string][] = [
  [/^(?:phuong|p)(?=[\s.\d])/, 'phuong'],
  [/^(?:xa|x)(?=[\s.])/, 'xa'],
  [/^(?:thi tran|tt)(?=[\s.])/, 'thi tran'],
  [/^dac khu(?=\s)/, 'dac khu'],
  [/^(?:quan|q)(?=[\s.\d])/, 'quan'],
  [/^(?:huyen|h)(?=[\s.])/, 'huyen'],
  [/^(?:thi xa|tx)(?=[\s.])/, 'thi xa'],
  [/^(?:thanh pho|t\.? ?p)(?=[\s.])/, 'thanh pho'],
  [/^(?:tinh|t)(?=[\s.])/, 'tinh'],
];
const CITY_NAMES: Readonly<Record<string, string>> = {
  hcm: 'ho chi minh',
  tphcm: 'ho chi minh',
  'sai gon': 'ho chi minh',
  hn: 'ha noi',
  hanoi: 'ha noi',
  'thua thien hue': 'hue',
};

interface Named {
  kind: string;
  name: string;
}

/** A part of an address without case, accents, signs and zeros before a number: `Q.01`, `Quận 1` and `quan 1` are one. */
function named(part: string): Named {
  const said = fold(part).trim();
  const [begins, kind] = KINDS.find(([at]) => at.test(said)) ?? [null, ''];
  const name = (begins ? said.replace(begins, '') : said)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/^0+(?=\d)/, '');
  return { kind, name: CITY_NAMES[name] ?? name };
}

const sameAs =
  ({ kind, name }: Named) =>
  (one: { name: string }) => {
    const other = named(one.name);
    return other.name === name && (kind === '' || other.kind === '' || other.kind === kind);
  };
/** The only one of that name; by its kind where several have it. */
function theOne<T extends { name: string }>(all: readonly T[], part: string): T | null {
  const found = all.filter(sameAs(named(part)));
  return found.length === 1 ? (found[0] ?? null) : null;
}

interface Old {
  province: string;
  district: Named;
  ward: Named;
  /** Of the wards in force. */
  codes: string[];
}
/** The old wards by their names alone. */
let before: Map<string, Old[]> | null = null;

function readBefore(): Map<string, Old[]> {
  if (before) return before;
  const all = new Map<string, Old[]>();
  let [province, district] = ['', named('')];
  for (const line of readFileSync(join(import.meta.dirname, 'vietnam-before.tsv'), 'utf8')
    .trimEnd()
    .split('\n')) {
    const [first = '', second = '', third = '', codes = ''] = line.split('\t');
    if (first) province = named(first).name;
    else if (second) district = named(second);
    else {
      const ward = named(third);
      const known = all.get(ward.name) ?? [];
      known.push({ province, district, ward, codes: codes.split(' ') });
      all.set(ward.name, known);
    }
  }
  before = all;
  return all;
}

const fits = (said: Named, other: Named) => said.name === other.name && (said.kind === '' || said.kind === other.kind);

/** What old ward, district and province are now, as ends of an address. */
function nowOf(wardPart: string, districtPart: string, provincePart: string): string[] {
  const [ward, district, province] = [named(wardPart), named(districtPart), named(provincePart).name];
  const codes = (readBefore().get(ward.name) ?? [])
    .filter(one => one.province === province && fits(district, one.district) && fits(ward, one.ward))
    .flatMap(one => one.codes);
  return cities().flatMap(city =>
    (wardsOf(city.id) ?? []).filter(({ id }) => codes.includes(id)).map(({ name }) => `${name}, ${city.name}`),
  );
}

const COUNTRY = new Set(['viet nam', 'vietnam', 'vn']);
/** A postal code, or the country, behind the city says nothing more. */
const isTail = (part: string) => COUNTRY.has(fold(part).trim()) || /^\d{5,6}$/.test(part.trim());

/** Reads an address as people write it: ward and city of the two levels in force, or what those of the three levels have become. */
export function readAddress(text: string): Address {
  // A dash stands in names too (Bà Rịa - Vũng Tàu): it parts what no comma does.
  const parts = text.split(/[,;\n]/.test(text) ? /\s*[,;\n]\s*/ : /\s+[-–]\s+/).filter(Boolean);
  while (parts.length > 1 && isTail(parts.at(-1) ?? '')) parts.pop();
  const none: Address = { street: text.trim(), ward: null, city: null, suggestions: [] };
  const [third = '', second = '', last = ''] = [parts.at(-3), parts.at(-2), parts.at(-1)];
  if (parts.length >= 3) {
    const ends = nowOf(third, second, last);
    const street = parts.slice(0, -3).join(', ');
    if (ends.length > 0) return { ...none, suggestions: ends.map(end => (street ? `${street}, ${end}` : end)) };
  }
  const city = theOne(cities(), last);
  if (!city) return none;
  const ward = second ? theOne(wardsOf(city.id) ?? [], second) : null;
  return { street: parts.slice(0, ward ? -2 : -1).join(', '), ward, city, suggestions: [] };
}
