import { WORK_TYPES } from '@lobby/shared/modules/reception-settings.ts';

type Values = Readonly<Record<string, unknown>>;

/** One thing that a form asks; its words are those of its module. */
export interface Asked {
  name: string;
  kind: 'text' | 'long' | 'phone' | 'flag' | 'day' | 'moment' | 'choice' | 'elevator' | 'people' | 'files';
  options?: readonly string[];
  required?: boolean;
  max?: number;
  /** Asked only where this holds of what was said so far. */
  when?: (values: Values) => boolean;
}

/** A form by which a household asks the building for something. */
export interface FormKind {
  /** Its page in the app. */
  page: string;
  /** Its module, whose words it speaks. */
  name: string;
  code: string;
  path: string;
  /** Where a new one goes, where that depends on what it says. */
  postTo?: (values: Values) => { path: string; body: Values };
  regulation: boolean;
  asks: readonly Asked[];
  /** What a list row says of a form. */
  line: (values: Values, option: (name: string, value: unknown) => string) => string;
  /** The span that a form is about. */
  span: readonly [from: string, to: string] | null;
}

const text = (name: string, max: number, more: Partial<Asked> = {}): Asked => ({ name, kind: 'text', max, ...more });
const said = (value: unknown) => (typeof value === 'string' ? value : '');
const FILES: Asked = { name: 'attachments', kind: 'files' };

export const MOVES: FormKind = {
  page: 'moves',
  name: 'elevator-reservation',
  code: 'INVENTORY_TRANSFER_MANAGEMENT',
  path: '/elevator-reservation',
  regulation: true,
  asks: [
    { name: 'type', kind: 'choice', options: ['IN', 'OUT'], required: true },
    { name: 'elevatorId', kind: 'elevator', required: true },
    { name: 'expectedStartAt', kind: 'moment', required: true },
    { name: 'expectedEndAt', kind: 'moment', required: true },
    text('goodsName', 200, { required: true }),
    text('transporterName', 100),
    { name: 'transporterPhone', kind: 'phone' },
    text('vehicle', 60),
    text('licensePlate', 20),
    { name: 'note', kind: 'long', max: 1000 },
    FILES,
  ],
  line: ({ type, goodsName }, option) => `${option('type', type)} · ${said(goodsName)}`,
  span: ['expectedStartAt', 'expectedEndAt'],
};

export const WORKS: FormKind = {
  page: 'works',
  name: 'construction-registration',
  code: 'CONSTRUCTION_MANAGEMENT',
  path: '/construction-registration',
  regulation: true,
  asks: [
    { name: 'workType', kind: 'choice', options: WORK_TYPES, required: true },
    { name: 'content', kind: 'long', max: 2000, required: true },
    { name: 'noisy', kind: 'flag' },
    { name: 'hotWork', kind: 'flag' },
    text('contractorName', 150),
    text('contractorContact', 100),
    { name: 'contractorPhone', kind: 'phone' },
    { name: 'expectedStartAt', kind: 'moment', required: true },
    { name: 'expectedEndAt', kind: 'moment', required: true },
    { name: 'workers', kind: 'people' },
    { name: 'residentNote', kind: 'long', max: 1000 },
    FILES,
  ],
  line: ({ workType, content }, option) => `${option('workType', workType)} · ${said(content)}`,
  span: ['expectedStartAt', 'expectedEndAt'],
};

const ofVehicle = ({ target }: Values) => target === 'VEHICLE';
const ofOldCard = ({ type }: Values) => type !== '' && type !== 'NEW';

export const CARDS: FormKind = {
  page: 'cards',
  name: 'card-registration',
  code: 'CARD_REGISTRATION_MANAGEMENT',
  path: '/card-registration',
  postTo: ({ target, ...body }) => ({ path: `/card-registration/${said(target).toLowerCase()}`, body }),
  regulation: false,
  asks: [
    { name: 'target', kind: 'choice', options: ['VEHICLE', 'RESIDENT'], required: true },
    {
      name: 'type',
      kind: 'choice',
      options: ['NEW', 'LOST', 'REISSUE', 'UPDATE', 'CANCEL', 'CANCEL_TICKET'],
      required: true,
    },
    {
      name: 'vehicleType',
      kind: 'choice',
      options: ['CAR', 'MOTORBIKE', 'E_CAR', 'E_MOTORBIKE', 'BICYCLE', 'E_BICYCLE', 'TRUCK', 'OTHER'],
      required: true,
      when: ofVehicle,
    },
    text('plate', 20, { required: true, when: ofVehicle }),
    text('brand', 60, { when: ofVehicle }),
    text('color', 40, { when: ofVehicle }),
    text('cardNumber', 30, { when: ofOldCard }),
    text('relationship', 100),
    FILES,
    { name: 'note', kind: 'long', max: 1000 },
  ],
  line: ({ target, type, plate }, option) =>
    [option('type', type), said(plate) || option('target', target)].join(' · '),
  span: null,
};
