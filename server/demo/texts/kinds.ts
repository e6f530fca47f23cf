import type { TicketType } from '@lobby/shared/modules/ticket-type.ts';
import type { PositionKey } from '../positions.ts';

interface Kind {
  name: string;
  nameEn: string;
  icon: TicketType['icon'];
  slaHours: number;
  department: PositionKey;
  /** Beginning of the e-mail (before the @) of the default assignee. */
  assignee?: string;
  /** Share of tickets in per cent. */
  share: number;
}

export const KINDS = [
  'elevator',
  'power',
  'water',
  'cleaning',
  'security',
  'noise',
  'parking',
  'card',
  'bill',
  'structure',
] as const;
export type TicketKind = (typeof KINDS)[number];

export const TICKET_KINDS: Readonly<Record<TicketKind, Kind>> = {
  elevator: {
    name: 'Thang máy',
    nameEn: 'Lifts',
    icon: 'layers',
    slaHours: 4,
    department: 'technician',
    assignee: 'service1',
    share: 11,
  },
  power: { name: 'Điện', nameEn: 'Electricity', icon: 'zap', slaHours: 16, department: 'technician', share: 13 },
  water: { name: 'Nước', nameEn: 'Water', icon: 'droplets', slaHours: 16, department: 'technician', share: 16 },
  cleaning: { name: 'Vệ sinh', nameEn: 'Cleaning', icon: 'trash', slaHours: 48, department: 'service', share: 10 },
  security: { name: 'An ninh', nameEn: 'Security', icon: 'lock', slaHours: 8, department: 'reception', share: 8 },
  noise: { name: 'Tiếng ồn', nameEn: 'Noise', icon: 'volume', slaHours: 24, department: 'service', share: 9 },
  parking: { name: 'Gửi xe', nameEn: 'Parking', icon: 'car', slaHours: 48, department: 'reception', share: 9 },
  card: {
    name: 'Thẻ ra vào',
    nameEn: 'Access cards',
    icon: 'id-card',
    slaHours: 48,
    department: 'reception',
    assignee: 'reception',
    share: 9,
  },
  bill: {
    name: 'Phí và thanh toán',
    nameEn: 'Fees and payments',
    icon: 'receipt',
    slaHours: 72,
    department: 'accountant',
    assignee: 'service2',
    share: 9,
  },
  structure: {
    name: 'Hạ tầng',
    nameEn: 'Building structure',
    icon: 'hard-hat',
    slaHours: 120,
    department: 'technician',
    share: 6,
  },
};

export const KIND_SHARES = KINDS.map(kind => [kind, TICKET_KINDS[kind].share] as const);
