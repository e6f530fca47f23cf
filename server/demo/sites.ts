import { DAY_MS, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { baseOf, demoId } from './documents.ts';
import { handoverOfDemo } from './handover-rules.ts';
import { invoiceOfDemo } from './invoice-rules.ts';
import { receptionOfDemo } from './reception.ts';

export interface Site {
  key: 'hoasen' | 'banmai';
  id: string;
  name: string;
  /** Date of its first records. */
  founded: Date;
  units: number;
  /** Units per floor, floors per block, and the lowest floor with apartments. */
  perFloor: number;
  floors: number;
  lowest: number;
  /** Residents with an account. */
  accounts: number;
  /** Offset of its phone numbers. */
  phones: number;
}

const MONTH = 30.44 * DAY_MS;
/** Share of households that use the app. */
const IN_APP = 0.6;

/** Both demo projects; `units` sizes only the first one. */
export function sitesOf(now: Date, units: number): Site[] {
  // Before the oldest ticket of the largest demo.
  const founded = new Date(Math.floor((now.getTime() - 26 * MONTH) / DAY_MS) * DAY_MS);
  return [
    {
      key: 'hoasen',
      id: demoId('project', 'hoasen', 0),
      name: 'Hoa Sen',
      founded,
      units,
      perFloor: 10,
      floors: 20,
      lowest: 3,
      accounts: Math.max(30, Math.round(units * IN_APP)),
      phones: 100_000,
    },
    {
      key: 'banmai',
      id: demoId('project', 'banmai', 0),
      name: 'Ban Mai',
      founded,
      units: 40,
      perFloor: 5,
      floors: 8,
      lowest: 2,
      accounts: Math.round(40 * IN_APP),
      phones: 10_000,
    },
  ];
}

/** Fixed project data by site. */
export const PLACES = {
  hoasen: {
    code: 'HS',
    address: 'Số 18 đường Sen Hồ, phường Tây Hồ, Hà Nội',
    hotline: '0950 000 018',
    type: 'COMPLEX',
    investor: 'Công ty CP Đầu tư Sen Hồ',
    management: 'Hoa Sen Living',
    retentionDays: 365,
    whiteLabel: 'hoasen',
  },
  banmai: {
    code: 'BM',
    address: 'Số 6 ngõ 25 phố Ban Mai, phường Hà Đông, Hà Nội',
    hotline: '0950 000 006',
    type: 'APARTMENT',
    investor: 'Công ty TNHH Ban Mai',
    management: 'Ban Mai Homes',
    retentionDays: 365,
    whiteLabel: 'banmai',
  },
} as const;

/** Project document. */
export function projectOf(site: Site) {
  return {
    ...baseOf(site.id, site.founded),
    name: site.name,
    ...PLACES[site.key],
    ...(site.key === 'hoasen' && { reception: receptionOfDemo(dayOf(site.founded, VIETNAM)) }),
    ...(site.key === 'hoasen' && {
      handover: handoverOfDemo,
      invoice: { ...invoiceOfDemo, acceptedAt: site.founded.toISOString() },
    }),
    timeZone: VIETNAM,
    forbiddenWords: ['cho vay nặng lãi', 'cá độ', 'lô đề', 'đồ ngu', 'khốn nạn'],
    ticketExpiryDays: 7,
    ...(site.key === 'hoasen' && { features: { ONLINE_PAYMENT: true, E_INVOICE: true, SMS: true } }),
    online: {
      mode: site.key === 'hoasen' ? ('ON' as const) : ('VIEW_ONLY' as const),
      words: site.key === 'hoasen' ? null : 'Chuyển khoản theo mã QR trên thông báo phí, hoặc nộp tại quầy.',
      reason: null,
    },
  };
}
