import type { WhiteLabel } from '../platform/branding/white-labels.ts';

const svg = (colour: string, drawing: string) =>
  `data:image/svg+xml;base64,${Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="10" fill="${colour}"/>${drawing}</svg>`,
  ).toString('base64')}`;

const LOTUS =
  '<g fill="#fff"><path d="M20 8c4 5 5 12 0 20-5-8-4-15 0-20z"/><path d="M10.5 13.5c5 2 8 7 8 14.5-6-2-9-8-8-14.5z" opacity=".8"/><path d="M29.5 13.5c-5 2-8 7-8 14.5 6-2 9-8 8-14.5z" opacity=".8"/></g><path d="M8 31.5h24" stroke="#fff" stroke-width="2" stroke-linecap="round"/>';
const DAWN =
  '<path d="M11 26a9 9 0 0 1 18 0z" fill="#fff"/><g stroke="#fff" stroke-width="2.4" stroke-linecap="round"><path d="M7 30.5h26M20 8.5v4M9.5 13l2.800 2.800M30.5 13l-2.800 2.800"/></g>';

/** White labels of the demo: the default one, and one served at http://banmai.localhost. */
export const DEMO_LABELS: readonly WhiteLabel[] = [
  {
    _id: 'hoasen',
    name: 'Hoa Sen Living',
    hosts: ['hoasen.localhost'],
    isDefault: true,
    logo: svg('#0B6673', LOTUS),
    logoDark: svg('#17808E', LOTUS),
    accent: '#0B6673',
    support: '024 7300 1886, 7:00–22:00',
    notes: {
      vi: '3 block, 600 căn hộ. Số 18 đường Sen Hồ, Tây Hồ, Hà Nội',
      en: '3 blocks, 600 homes. 18 Sen Hồ Street, Tây Hồ, Hanoi',
      ja: '3棟、600戸。ハノイ市タイホー区センホー通り18番地',
      zh: '3栋，600户。河内市西湖郡莲湖街18号',
      ko: '3개 동, 600세대. 하노이시 떠이호구 센호로 18',
    },
    version: 1,
  },
  {
    _id: 'banmai',
    name: 'Ban Mai Homes',
    hosts: ['banmai.localhost'],
    isDefault: false,
    logo: svg('#7A2E6B', DAWN),
    logoDark: svg('#9C4A8B', DAWN),
    accent: '#7A2E6B',
    support: '024 7300 2525, 8:00–20:00',
    notes: {
      vi: '40 căn hộ. Số 6 ngõ 25 phố Ban Mai, Hà Đông, Hà Nội',
      en: '40 homes. 6 Lane 25, Ban Mai Street, Hà Đông, Hanoi',
      ja: '40戸。ハノイ市ハドン区バンマイ通り25番路地6号',
      zh: '40户。河内市河东郡黎明街25巷6号',
      ko: '40세대. 하노이시 하동구 반마이로 25번길 6',
    },
    version: 1,
  },
];
