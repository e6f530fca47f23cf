import type { CardChange } from '@lobby/shared/modules/card-registration.ts';
import { WORK_TYPES } from '@lobby/shared/modules/reception-settings.ts';
import { VEHICLE_TYPES } from '@lobby/shared/modules/vehicle.ts';

type Values = Readonly<Record<string, unknown>>;

/** A field of a form, labelled with words of its module. */
export interface FormField {
  name: string;
  kind:
    | 'text'
    | 'long'
    | 'phone'
    | 'flag'
    | 'day'
    | 'moment'
    | 'choice'
    | 'elevator'
    | 'card'
    | 'people'
    | 'files'
    | 'ticks';
  /** Options, possibly depending on the other values. */
  options?: readonly string[] | ((values: Values) => readonly string[]);
  /** Locale key of the options of a checklist, if it differs from the field's name. */
  part?: string;
  required?: boolean;
  /** An earlier input already has the label, so only errors are shown. */
  told?: boolean;
  max?: number;
  /** Whether the field applies, given the other values. */
  when?: (values: Values) => boolean;
}

/** A form by which a household requests something from the building. */
export interface FormKind {
  /** Page in the app. */
  page: string;
  /** Module whose words are used. */
  name: string;
  code: string;
  path: string;
  /** Where to create one, if that depends on the values. */
  postTo?: (values: Values) => { path: string; body: Values };
  regulation: boolean;
  asks: readonly FormField[];
  /** Text of a list row. */
  line: (values: Values, option: (name: string, value: unknown) => string) => string;
  /** Fields of the time span. */
  span: readonly [from: string, to: string] | null;
}

const text = (name: string, max: number, more: Partial<FormField> = {}): FormField => ({
  name,
  kind: 'text',
  max,
  ...more,
});
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const FILES: FormField = { name: 'attachments', kind: 'files' };

export const MOVES: FormKind = {
  page: 'moves',
  name: 'elevator-reservation',
  code: 'INVENTORY_TRANSFER_MANAGEMENT',
  path: '/elevator-reservation',
  regulation: true,
  asks: [
    { name: 'type', kind: 'choice', options: ['IN', 'OUT'], required: true },
    { name: 'elevatorId', kind: 'elevator', required: true },
    { name: 'expectedStartAt', kind: 'moment', told: true },
    { name: 'expectedEndAt', kind: 'moment', told: true },
    text('goodsName', 200, { required: true }),
    text('transporterName', 100),
    { name: 'transporterPhone', kind: 'phone' },
    text('vehicle', 60),
    text('licensePlate', 20),
    { name: 'note', kind: 'long', max: 1000 },
    FILES,
  ],
  line: ({ type, goodsName }, option) => `${option('type', type)} · ${textOf(goodsName)}`,
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
  line: ({ workType, content }, option) => `${option('workType', workType)} · ${textOf(content)}`,
  span: ['expectedStartAt', 'expectedEndAt'],
};

/** A new vehicle needs all fields, an existing one only the changed ones. */
const ofVehicle =
  (change?: CardChange) =>
  ({ target, type, changes }: Values) =>
    target === 'VEHICLE' &&
    (type === 'NEW' ||
      (type === 'UPDATE' && change !== undefined && Array.isArray(changes) && changes.includes(change)));
const OF_CARD: readonly CardChange[] = ['HOLDER', 'UNIT_DATA'];
const OF_CAR: readonly CardChange[] = ['PLATE', 'COLOR', 'BRAND', ...OF_CARD];
const changesOf = ({ target }: Values) => (target === 'VEHICLE' ? OF_CAR : OF_CARD);
const asksParking = ({ target, type, changes }: Values) =>
  target === 'VEHICLE' && (type === 'NEW' || (Array.isArray(changes) && changes.includes('UNIT_DATA')));
const ofOldCard = ({ type }: Values) => Boolean(type) && type !== 'NEW';

export const CARDS: FormKind = {
  page: 'cards',
  name: 'card-registration',
  code: 'CARD_REGISTRATION_MANAGEMENT',
  path: '/card-registration',
  postTo: ({ target, ...body }) => ({ path: `/card-registration/${textOf(target).toLowerCase()}`, body }),
  regulation: false,
  asks: [
    { name: 'target', kind: 'choice', options: ['VEHICLE', 'RESIDENT'], required: true },
    {
      name: 'type',
      kind: 'choice',
      options: ['NEW', 'LOST', 'REISSUE', 'UPDATE', 'CANCEL', 'CANCEL_TICKET'],
      required: true,
    },
    { name: 'cardId', kind: 'card', required: true, when: ofOldCard },
    {
      name: 'changes',
      kind: 'ticks',
      part: 'change',
      options: changesOf,
      required: true,
      when: ({ type }) => type === 'UPDATE',
    },
    { name: 'vehicleType', kind: 'choice', options: VEHICLE_TYPES, required: true, when: ofVehicle() },
    text('plate', 20, { when: ofVehicle('PLATE') }),
    text('brand', 60, { when: ofVehicle('BRAND') }),
    text('color', 30, { required: true, when: ofVehicle('COLOR') }),
    { name: 'parking', kind: 'flag', when: asksParking },
    { name: 'startDate', kind: 'day' },
    { name: 'vehiclePapers', kind: 'files', when: ofVehicle('PLATE') },
    { name: 'rentalFile', kind: 'files' },
    { name: 'authorizationFile', kind: 'files' },
    { name: 'note', kind: 'long', max: 1000 },
  ],
  line: ({ target, type, plate }, option) =>
    [option('type', type), textOf(plate) || option('target', target)].join(' · '),
  span: null,
};
