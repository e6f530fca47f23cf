import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { expect, it } from 'vitest';
import { callerOf } from '../setup/caller.ts';
import { startServer } from '../setup/server.ts';
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
  expect(cities.filter(one => one.kind === 'CITY').map(one => one.name)).toEqual([
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
