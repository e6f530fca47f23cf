import { digitsOfCall, type Hotline, hotline } from '@lobby/shared/modules/hotline.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import { PLACES, type Site } from './sites.ts';

type Line = Partial<Pick<Hotline, 'hours' | 'note'>> & Pick<Hotline, 'name' | 'phone' | 'kind'>;

const LINES: Record<Site['key'], readonly Line[]> = {
  hoasen: [
    { name: 'Bảo vệ 24/7', phone: '0950 000 113', kind: 'SECURITY' },
    { name: 'Kỹ thuật trực', phone: '0950 000 115', kind: 'TECHNICAL', hours: '06:00-22:00' },
    { name: 'Công an', phone: '113', kind: 'EMERGENCY' },
    { name: 'Cứu hoả', phone: '114', kind: 'EMERGENCY', note: 'Gọi 114 trước, rồi báo bảo vệ.' },
    { name: 'Cấp cứu', phone: '115', kind: 'EMERGENCY' },
  ],
  banmai: [{ name: 'Bảo vệ', phone: '0950 000 116', kind: 'SECURITY' }],
};

export function hotlinesOf(site: Site): Made<typeof hotline>[] {
  const id = idsOf('hotline', site.key);
  const first: Line = { name: 'Hotline', phone: PLACES[site.key].hotline, kind: 'MAIN' };
  return [first, ...LINES[site.key]].map((line, n) =>
    recordOf(hotline, site.id, id(n), site.founded, {
      ...line,
      digits: digitsOfCall(line.phone),
      order: (n + 1) * 10,
    }),
  );
}
