import type { Fields, ValueOf } from '../kit/fields.ts';
import { isWithin } from '../kit/quiet-hours.ts';
import type { RESIDENT_ROLES } from './resident.ts';

type ResidentRole = (typeof RESIDENT_ROLES)[number];

/** Networks that the price of an SMS depends on. */
export const SMS_NETWORKS = ['VIETTEL', 'MOBIFONE', 'VINAPHONE', 'OTHER'] as const;
export type SmsNetwork = (typeof SMS_NETWORKS)[number];

/** Format of an SMS sender name. */
export const SMS_BRAND_NAME = /^[A-Za-z0-9._\- ]{3,11}$/;

/** Settings of a project for sending, with single values. */
export const sendingFields = {
  senderName: { kind: 'text', max: 60 },
  senderPhone: { kind: 'phone' },
  replyTo: { kind: 'email' },
  /** From a domain that the installation signs for. */
  mailFrom: { kind: 'email' },
  mailPerHour: { kind: 'integer', min: 10, max: 50_000, required: true },
  mailPerDomainPerMinute: { kind: 'integer', min: 1, max: 1000, required: true },
  /** Whether everybody of the roles gets a notice, else the first of them who can be reached. */
  noticeToAll: { kind: 'flag' },
  trackMail: { kind: 'flag' },
  smsBrandName: { kind: 'text', max: 11 },
  smsMonthlyCap: { kind: 'money' },
  smsWarnAt: { kind: 'integer', min: 1, max: 100, required: true },
  smsAccents: { kind: 'choice', options: ['FOLD', 'KEEP'], required: true },
} as const satisfies Fields;

type Plain = { [K in keyof typeof sendingFields]: ValueOf<(typeof sendingFields)[K], 'stored'> | null };

/** How the messages of a project go out. */
export interface SendingSettings extends Plain {
  mailPerHour: number;
  mailPerDomainPerMinute: number;
  /** Times of day, `HH:mm`, between which nothing goes out that can wait; the same twice: none. */
  quietFrom: string;
  quietTo: string;
  /** Whom a notice of a unit is for, in this order. */
  noticeRoles: readonly ResidentRole[];
  /** Price per SMS segment in VND by network; 0 if missing. */
  smsPrice: readonly { network: SmsNetwork; price: number }[];
  smsWarnAt: number;
  smsAccents: 'FOLD' | 'KEEP';
}

const SENDING_DEFAULTS: SendingSettings = {
  senderName: null,
  senderPhone: null,
  replyTo: null,
  mailFrom: null,
  mailPerHour: 2000,
  mailPerDomainPerMinute: 60,
  quietFrom: '21:00',
  quietTo: '07:00',
  noticeRoles: ['HOUSEHOLDER', 'CO_HOUSEHOLDER'],
  noticeToAll: false,
  trackMail: false,
  smsBrandName: null,
  smsPrice: [],
  smsMonthlyCap: null,
  smsWarnAt: 80,
  smsAccents: 'FOLD',
};

/** Settings, completed by the defaults. */
export const sendingOf = (held: Partial<SendingSettings> = {}): SendingSettings => ({
  ...SENDING_DEFAULTS,
  ...held,
});

/** Whether a time of day is one at which nothing is sent that can wait. */
export const isQuiet = ({ quietFrom, quietTo }: Pick<SendingSettings, 'quietFrom' | 'quietTo'>, time: string) =>
  quietFrom !== quietTo && isWithin(time, quietFrom, quietTo);

/** Hours in which nobody gets a short message or one by Zalo, whatever a project sets (Decree 91/2020 closes them for advertising). */
export const isNight = (time: string): boolean => isWithin(time, '22:00', '07:00');

const PREFIXES: Readonly<Record<Exclude<SmsNetwork, 'OTHER'>, RegExp>> = {
  VIETTEL: /^\+84(32|33|34|35|36|37|38|39|86|96|97|98)/,
  MOBIFONE: /^\+84(70|76|77|78|79|89|90|93)/,
  VINAPHONE: /^\+84(81|82|83|84|85|88|91|94)/,
};

/** The network that a mobile number was given out by. */
export const networkOf = (phone: string): SmsNetwork =>
  (['VIETTEL', 'MOBIFONE', 'VINAPHONE'] as const).find(one => PREFIXES[one].test(phone)) ?? 'OTHER';

/** Whether a number is a Vietnamese mobile one: gateways take no others. */
export const isMobile = (phone: string): boolean => /^\+84[35789]\d{8}$/.test(phone);

/** Price of an SMS segment to a number, in VND. */
export const smsPriceOf = ({ smsPrice }: Pick<SendingSettings, 'smsPrice'>, phone: string): number =>
  smsPrice.find(({ network }) => network === networkOf(phone))?.price ?? 0;
