import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { type City, cities, type Place, wardsOf } from './vietnam.ts';

/** Parts of an address; everything before ward and city is the street. */
export interface Address {
  street: string;
  ward: Place | null;
  city: City | null;
  /** Current ward and city, if the address has the three levels used before July 2025. */
  suggestions: string[];
}

/** Prefixes that tell the kind of a part; some wards differ only in it. */
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

/** Normalizes a part of an address: no case, accents, punctuation or leading zeros. `Q.01`, `Quận 1` and `quan 1` are equal. */
function named(part: string): Named {
  const text = fold(part).trim();
  const [begins, kind] = KINDS.find(([at]) => at.test(text)) ?? [null, ''];
  const name = (begins ? text.replace(begins, '') : text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/^0+(?=\d)/, '');
  return { kind, name: CITY_NAMES[name] ?? name };
}

const sameAs =
  ({ kind, name }: Named) =>
  (place: { name: string }) => {
    const other = named(place.name);
    return other.name === name && (kind === '' || other.kind === '' || other.kind === kind);
  };
/** The only match by name, or by name and kind if several share the name. */
function theOne<T extends { name: string }>(all: readonly T[], part: string): T | null {
  const matches = all.filter(sameAs(named(part)));
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

interface Old {
  province: string;
  district: Named;
  ward: Named;
  /** Codes of current wards. */
  codes: string[];
}
/** Former wards by name. */
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
      const wards = all.get(ward.name) ?? [];
      wards.push({ province, district, ward, codes: codes.split(' ') });
      all.set(ward.name, wards);
    }
  }
  before = all;
  return all;
}

const fits = (first: Named, other: Named) =>
  first.name === other.name && (first.kind === '' || first.kind === other.kind);

/** Current places of a former ward, district and province, formatted as the end of an address. */
function nowOf(wardPart: string, districtPart: string, provincePart: string): string[] {
  const [ward, district, province] = [named(wardPart), named(districtPart), named(provincePart).name];
  const codes = (readBefore().get(ward.name) ?? [])
    .filter(entry => entry.province === province && fits(district, entry.district) && fits(ward, entry.ward))
    .flatMap(entry => entry.codes);
  return cities().flatMap(city =>
    (wardsOf(city.id) ?? []).filter(({ id }) => codes.includes(id)).map(({ name }) => `${name}, ${city.name}`),
  );
}

const COUNTRY = new Set(['viet nam', 'vietnam', 'vn']);
/** A postal code or country after the city is ignored. */
const isTail = (part: string) => COUNTRY.has(fold(part).trim()) || /^\d{5,6}$/.test(part.trim());

/** Parses a typed address: ward and city of the two current levels, or what the former three levels have become. */
export function readAddress(text: string): Address {
  // A dash occurs in names too (Bà Rịa - Vũng Tàu), so it separates only if there is no comma.
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
