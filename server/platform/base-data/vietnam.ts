import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A province or city, or a ward, with its official code. */
export interface Place {
  id: string;
  name: string;
}
export interface City extends Place {
  kind: 'CITY' | 'PROVINCE';
}

interface Vietnam {
  cities: City[];
  wards: Map<string, Place[]>;
}

let cached: Vietnam | null = null;

function read(): Vietnam {
  if (cached) return cached;
  const all: Vietnam = { cities: [], wards: new Map() };
  let wards: Place[] = [];
  for (const line of readFileSync(join(import.meta.dirname, 'vietnam.tsv'), 'utf8')
    .trim()
    .split('\n')) {
    const [id = '', name = '', kind] = line.split('\t');
    if (kind === 'CITY' || kind === 'PROVINCE') {
      all.cities.push({ id, name, kind });
      wards = [];
      all.wards.set(id, wards);
    } else wards.push({ id, name });
  }
  cached = all;
  return all;
}

/** The 34 provinces and cities, by code. */
export const cities = (): readonly City[] => read().cities;

/** Wards, communes and special zones of a province or city; undefined if it does not exist. */
export const wardsOf = (cityId: string): readonly Place[] | undefined => read().wards.get(cityId);
