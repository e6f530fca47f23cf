import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAddress } from '@lobby/server/platform/base-data/address.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { describe, expect, it } from 'vitest';
import { callerOf } from '../setup/caller.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

interface Place {
  id: string;
  name: string;
}
interface Country {
  code: string;
  name: string;
  dialCode: string;
}

const server = await startServer();
const { ann, dora } = await makeSite(server.url, 'Alpha');

it('knows the 34 provinces and 3,321 wards of the two-level scheme', async () => {
  const { data: cities } = await ann.get<(Place & { kind: string })[]>('/cities');
  expect(cities).toHaveLength(34);
  expect(cities.filter(city => city.kind === 'CITY').map(city => city.name)).toEqual([
    'Hà Nội',
    'Hải Phòng',
    'Huế',
    'Đà Nẵng',
    'Hồ Chí Minh',
    'Cần Thơ',
  ]);
  const ids = new Set<string>();
  for (const city of cities) {
    const { data: wards, headers } = await ann.get<Place[]>(`/wards?cityId=${city.id}`);
    for (const { id, name } of wards) {
      ids.add(id);
      expect(name).toMatch(/^(Phường|Xã|Đặc khu) \S/);
    }
    expect(headers.get('Cache-Control')).toBe('private, max-age=86400');
  }
  expect(ids.size).toBe(3321);
});

it.each([
  ['', 400],
  ['?cityId=1', 400],
  ['?cityId=99', 404],
  ['?cityId[]=01', 400],
])('wards%s is %i', async (query, status) => {
  expect((await ann.get(`/wards${query}`)).status).toBe(status);
});

it('names countries in five languages, Vietnam first, for residents too', async () => {
  const names = new Set<string>();
  for (const language of LANGUAGES) {
    const { data } = await dora.get<Country[]>('/country-codes', { 'Accept-Language': language });
    expect(data).toHaveLength(249);
    expect(data[0]).toMatchObject({ code: 'VN', dialCode: '+84' });
    expect(data.every(one => /^\+\d{1,4}$/.test(one.dialCode) && one.name !== one.code)).toBe(true);
    names.add(data.find(one => one.code === 'JP')?.name ?? '');
  }
  expect(names).toEqual(new Set(['Nhật Bản', 'Japan', '日本', '일본']));
});

it('is for those who are signed in', async () => {
  const nobody = callerOf(
    () => server.url,
    () => ({}),
  );
  for (const path of ['/cities', '/wards?cityId=01', '/country-codes'])
    expect((await nobody.get(path)).status).toBe(401);
});

describe('an address', () => {
  const read = async (text: string) => {
    const { data } = await ann.post<{
      street: string;
      ward: Place | null;
      city: Place | null;
      suggestions: string[];
    }>('/addresses/read', { text });
    return [data.street, data.ward?.name, data.city?.name, data.suggestions];
  };

  it.each([
    ['12 Lê Lợi, Phường Sài Gòn, Hồ Chí Minh', '12 Lê Lợi', 'Phường Sài Gòn', 'Hồ Chí Minh'],
    ['Số 5, ngõ 3, P. Ba Đình, TP. Hà Nội, Việt Nam', 'Số 5, ngõ 3', 'Phường Ba Đình', 'Hà Nội'],
    ['12 le loi - phuong sai gon - tp.hcm', '12 le loi', 'Phường Sài Gòn', 'Hồ Chí Minh'],
    ['Thôn 2, Xã Sóc Sơn, Hà Nội', 'Thôn 2', 'Xã Sóc Sơn', 'Hà Nội'],
    ['Tòa A, Hà Nội', 'Tòa A', undefined, 'Hà Nội'],
    ['Somewhere else', 'Somewhere else', undefined, undefined],
  ])('of the two levels is read: %s', async (text, street, ward, city) => {
    expect(await read(text)).toEqual([street, ward, city, []]);
  });

  it.each([
    ['45 Đồng Khởi, Phường Bến Nghé, Quận 1, TP. Hồ Chí Minh', ['45 Đồng Khởi, Phường Sài Gòn, Hồ Chí Minh']],
    ['Số 1, P.Trúc Bạch, Q. Ba Đình, Hà Nội', ['Số 1, Phường Ba Đình, Hà Nội']],
    ['Phường Phú Cường, TP Thủ Dầu Một, Bình Dương', ['Phường Thủ Dầu Một, Hồ Chí Minh']],
    [
      '2 Trần Thái Tông, phường Dịch Vọng, quận Cầu Giấy, Hà Nội',
      ['2 Trần Thái Tông, Phường Nghĩa Đô, Hà Nội', '2 Trần Thái Tông, Phường Cầu Giấy, Hà Nội'],
    ],
  ])('of the three levels before stays, with what it is now: %s', async (text, suggestions) => {
    expect(await read(text)).toEqual([text, undefined, undefined, suggestions]);
  });

  it('of every old ward leads to wards in force', () => {
    const lines = readFileSync(join(import.meta.dirname, '../../server/platform/base-data/vietnam-before.tsv'), 'utf8');
    let [province, district] = ['', ''];
    const lost: string[] = [];
    for (const line of lines.trimEnd().split('\n')) {
      const [first, second, ward] = line.split('\t');
      if (first) province = first;
      else if (second) district = second;
      else if (readAddress(`${ward}, ${district}, ${province}`).suggestions.length === 0) lost.push(line);
    }
    expect(lost).toEqual([]);
  });

  it('is of 300 letters at most', async () => {
    expect((await ann.post('/addresses/read', { text: 'x'.repeat(301) })).status).toBe(400);
  });
});
